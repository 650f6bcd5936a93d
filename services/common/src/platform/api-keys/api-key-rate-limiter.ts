export interface RateLimitStatus {
  remaining: number;
  resetSeconds: number;
}

/** Maximum number of counted keys, so that a flood of made-up keys does not exhaust memory. */
const CAPACITY = 100_000;

/**
 * Counts calls in clock-aligned windows in this process's memory, like the gateway does per address. Writing a
 * PostgreSQL row per call would cost more than many of the calls themselves. Therefore n replicas allow n times as
 * many calls.
 */
export class ApiKeyRateLimiter {
  private used = new Map<string, number>();
  private window = 0;

  constructor(
    readonly windowSeconds: number,
    private readonly now: () => number = () => Date.now() / 1000,
  ) {}

  /** Reads without counting. A negative `remaining` means that the allowance is exceeded. */
  read(who: string, allowance: number): RateLimitStatus {
    const window = Math.floor(this.now() / this.windowSeconds);
    if (window !== this.window || this.used.size > CAPACITY) {
      this.used = new Map();
      this.window = window;
    }
    const resetSeconds = Math.max(1, Math.ceil((window + 1) * this.windowSeconds - this.now()));
    return { remaining: allowance - (this.used.get(who) ?? 0), resetSeconds };
  }

  take(who: string, allowance: number): RateLimitStatus {
    const { remaining, resetSeconds } = this.read(who, allowance);
    this.used.set(who, allowance - remaining + 1);
    return { remaining: remaining - 1, resetSeconds };
  }
}
