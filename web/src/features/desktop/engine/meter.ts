/** Of the last keys and clicks, those that the response is told by. */
const SAMPLES = 9;
/** What comes later was no answer to the key. */
const MAX_RESPONSE_MS = 2_000;
/** In a desktop that changes without input the next picture is no answer either. */
const QUIET_MS = 150;

/**
 * What a connection has moved, and how fast Windows responds: from a key or a click to the next data, Windows' own time
 * included. IronRDP answers no measurement of the network, and a page sees no ping of a WebSocket.
 */
export class Meter {
  /** Bytes of the whole connection, its TLS within not counted twice. */
  toWindows = 0;
  toBrowser = 0;
  private readonly samples: number[] = [];
  private pressedAt: number | null = null;
  private receivedAt = -Infinity;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** A key or a button went down. */
  pressed(): void {
    const now = this.now();
    if (this.pressedAt === null && now - this.receivedAt >= QUIET_MS) this.pressedAt = now;
  }

  sent(bytes: number): void {
    this.toWindows += bytes;
  }

  received(bytes: number): void {
    this.toBrowser += bytes;
    this.receivedAt = this.now();
    if (this.pressedAt === null) return;
    const took = this.receivedAt - this.pressedAt;
    this.pressedAt = null;
    if (took > MAX_RESPONSE_MS) return;
    this.samples.push(took);
    if (this.samples.length > SAMPLES) this.samples.shift();
  }

  /** The median in milliseconds; null before the first. */
  get response(): number | null {
    const sorted = this.samples.toSorted((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)];
    return middle === undefined ? null : Math.round(middle);
  }
}
