const LIMIT_PER_MINUTE = 180_000;
const CALL = 3_000;
/** Number of refusals within a minute after which the caller is banned. */
const PATIENCE = 10;

export interface Verdict {
  allowed: boolean;
  used: number;
  /** 429 for a refusal, 418 for a ban. */
  status: 429 | 418;
  retryAfterSeconds: number;
}

/** Rate limit of one account: 60 calls a minute. */
export class Weight {
  private minute = 0;
  private used = 0;
  private refusals = 0;

  spend(now = Date.now()): Verdict {
    const minute = Math.floor(now / 60_000);
    if (minute !== this.minute) {
      this.minute = minute;
      this.used = 0;
      this.refusals = 0;
    }
    const allowed = this.used + CALL <= LIMIT_PER_MINUTE;
    if (allowed) this.used += CALL;
    else this.refusals += 1;
    return {
      allowed,
      used: this.used,
      status: this.refusals > PATIENCE ? 418 : 429,
      retryAfterSeconds: 60 - (Math.floor(now / 1000) % 60),
    };
  }
}
