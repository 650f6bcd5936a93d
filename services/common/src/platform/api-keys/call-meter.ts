export interface MeterReading {
  /** How much is left of the window's allowance. */
  remaining: number;
  /** Seconds until the next window. */
  resetSeconds: number;
}

/** A flood of made-up keys must not fill the memory. */
const CAPACITY = 100_000;

/**
 * Counts in windows of the clock, in this process's memory, as the gateway does per address: a row in PostgreSQL for each
 * call would cost more than many of the calls. So n replicas allow n times as much.
 */
export class CallMeter {
  private used = new Map<string, number>();
  private window = 0;

  constructor(
    readonly windowSeconds: number,
    private readonly now: () => number = () => Date.now() / 1000,
  ) {}

  /** Uses nothing up. Negative `remaining`: above the allowance. */
  read(who: string, allowance: number): MeterReading {
    const window = Math.floor(this.now() / this.windowSeconds);
    if (window !== this.window || this.used.size > CAPACITY) {
      this.used = new Map();
      this.window = window;
    }
    const resetSeconds = Math.max(1, Math.ceil((window + 1) * this.windowSeconds - this.now()));
    return { remaining: allowance - (this.used.get(who) ?? 0), resetSeconds };
  }

  /** Uses one up. */
  take(who: string, allowance: number): MeterReading {
    const { remaining, resetSeconds } = this.read(who, allowance);
    this.used.set(who, allowance - remaining + 1);
    return { remaining: remaining - 1, resetSeconds };
  }
}
