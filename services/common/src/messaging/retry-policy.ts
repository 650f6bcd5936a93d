const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How often, and after which waits, a failing event is tried before it becomes a dead letter. */
export class RetryPolicy {
  /** One wait per repetition: eight tries over about 1 h 45 min. */
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

  /** In milliseconds: for an event that can't even be given up, since its letter can't be kept. */
  get maxWaitMs(): number {
    return Math.max(1, ...this.waitsMs);
  }

  /** The wait after the n-th failed try, or undefined when that was the last one. */
  waitAfter(deliveries: number): number | undefined {
    return this.waitsMs[deliveries - 1];
  }
}
