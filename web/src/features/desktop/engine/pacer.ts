/** What is worked on between two pictures of the browser. */
const WORK_MS = 25;

/**
 * Hands on what comes no faster than the browser can draw it. IronRDP works on each message at once and in one piece; where
 * Windows sends more pictures than this computer can decode, nothing would be left of the time for showing them. What is held
 * here makes Windows slower: it waits for the acknowledgement of its pictures.
 */
export class Pacer<Item> {
  private readonly held: Item[] = [];
  /** Of the first item since the browser drew last. */
  private begun: number | null = null;
  private isPumping = false;

  constructor(private readonly hand: (item: Item) => void) {}

  take(item: Item): void {
    if (this.held.length > 0 || !this.hasTime()) return void this.held.push(item);
    this.start();
    this.hand(item);
  }

  /** Hands on all that is held. */
  flush(): void {
    for (const item of this.held.splice(0)) this.hand(item);
  }

  /** A tab that is not seen is not drawn. */
  private hasTime(): boolean {
    return this.begun === null || document.hidden || performance.now() - this.begun < WORK_MS;
  }

  private start(): void {
    if (this.begun !== null || document.hidden) return;
    this.begun = performance.now();
    const drawn = () => {
      document.removeEventListener('visibilitychange', drawn);
      cancelAnimationFrame(frame);
      this.begun = null;
      this.pump();
    };
    // After the callbacks of a frame the browser draws it; what comes then is a task of its own.
    const frame = requestAnimationFrame(() => setTimeout(drawn));
    document.addEventListener('visibilitychange', drawn);
  }

  /** One item in each task: IronRDP's work on it is done before the next one. */
  private pump(): void {
    if (this.isPumping || this.held.length === 0 || !this.hasTime()) return;
    this.start();
    this.hand(this.held.shift()!);
    this.isPumping = true;
    setTimeout(() => {
      this.isPumping = false;
      this.pump();
    });
  }
}
