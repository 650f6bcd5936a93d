const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Number of tries and the waits between them before a failing event becomes a dead letter. */
export class RetryPolicy {
  /** @param waitsMs wait before each retry; by default eight tries over about 1 h 45 min */
  constructor(
    private readonly waitsMs: readonly number[] = [
      1 * SECOND,
      5 * SECOND,
      30 * SECOND,
      2 * MINUTE,
      10 * MINUTE,
      30 * MINUTE,
      60 * MINUTE,
    ],
  ) {}

  get tries(): number {
    return this.waitsMs.length + 1;
  }

  /** Wait in ms after the last try if the dead letter cannot be stored, so that the event must be retried. */
  get maxWaitMs(): number {
    return Math.max(1, ...this.waitsMs);
  }

  /** Returns the wait after the n-th failed try, or undefined after the last one. */
  waitAfter(deliveries: number): number | undefined {
    return this.waitsMs[deliveries - 1];
  }
}
