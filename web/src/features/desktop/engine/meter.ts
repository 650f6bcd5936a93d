/** Number of recent keys and clicks used for the response time. */
const SAMPLES = 9;
/** Data that arrives later does not count as a response to the key. */
const MAX_RESPONSE_MS = 2_000;
/**
 * Minimum silence before a key press is measured. On a desktop that changes without input, the next picture is not a
 * response to the key.
 */
const QUIET_MS = 150;

/**
 * Measures traffic and response time of a connection: from a key or click to the next data, including Windows' own
 * processing time. IronRDP does not support network measurements, and pages cannot see WebSocket pings.
 */
export class Meter {
  /** Bytes of the messages in the WebSocket. Received messages are counted after decompression. */
  toWindows = 0;
  toBrowser = 0;
  private readonly samples: number[] = [];
  private pressedAt: number | null = null;
  private receivedAt = -Infinity;

  constructor(private readonly now: () => number = () => performance.now()) {}

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

  /** Median in milliseconds; null before the first sample. */
  get response(): number | null {
    const sorted = this.samples.toSorted((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)];
    return middle === undefined ? null : Math.round(middle);
  }
}
