/** Time budget for processing between two frames. */
const WORK_MS = 25;

/**
 * Delivers messages no faster than the browser can draw. IronRDP processes each message synchronously; if Windows
 * sends more pictures than this computer can decode, no time would be left for drawing. Holding messages slows
 * Windows down, because it waits for its pictures to be acknowledged.
 */
export class Pacer<Item> {
  private readonly queue: Item[] = [];
  /** Time of the first item since the last frame. */
  private startedAt: number | null = null;
  private isPumping = false;

  constructor(private readonly deliver: (item: Item) => void) {}

  take(item: Item): void {
    if (this.queue.length > 0 || !this.hasTime()) return void this.queue.push(item);
    this.start();
    this.deliver(item);
  }

  flush(): void {
    for (const item of this.queue.splice(0)) this.deliver(item);
  }

  /** Hidden tabs are not drawn, so they are not paced. */
  private hasTime(): boolean {
    return (
      this.startedAt === null || document.hidden || performance.now() - this.startedAt < WORK_MS
    );
  }

  private start(): void {
    if (this.startedAt !== null || document.hidden) return;
    this.startedAt = performance.now();
    const drawn = () => {
      document.removeEventListener('visibilitychange', drawn);
      cancelAnimationFrame(frame);
      this.startedAt = null;
      this.pump();
    };
    // The browser draws after the frame's callbacks. A task queued here runs after that.
    const frame = requestAnimationFrame(() => setTimeout(drawn));
    document.addEventListener('visibilitychange', drawn);
  }

  /** Delivers one item per task, so that IronRDP finishes processing it before the next one. */
  private pump(): void {
    if (this.isPumping || this.queue.length === 0 || !this.hasTime()) return;
    this.start();
    this.deliver(this.queue.shift()!);
    this.isPumping = true;
    setTimeout(() => {
      this.isPumping = false;
      this.pump();
    });
  }
}
