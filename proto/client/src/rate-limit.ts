/**
 * Matches `"key";r=0;t=42`: remaining calls, and seconds until the limit is reset
 * (draft-ietf-httpapi-ratelimit-headers-10).
 */
const LIMIT = /;r=(\d+);t=(\d+)/;

/** Delays calls whose rate limit is exhausted instead of sending them only to be refused. */
export class RateLimits {
  /** Keyed by the call's path because each service counts separately. */
  private readonly until = new Map<string, number>();

  note(path: string, { headers }: Response): void {
    const [, remaining, seconds] = LIMIT.exec(headers.get('ratelimit') ?? '') ?? [];
    if (remaining === '0') this.until.set(path, Date.now() + Number(seconds) * 1000);
    else this.until.delete(path);
  }

  /** Returns the delay in milliseconds; 0 if the call may be sent now. */
  delayOf(path: string): number {
    return Math.max(0, (this.until.get(path) ?? 0) - Date.now());
  }
}
