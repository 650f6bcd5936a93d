/** Of `"key";r=0;t=42`: what is left, and seconds until it is as at first (draft-ietf-httpapi-ratelimit-headers-10). */
const LIMIT = /;r=(\d+);t=(\d+)/;

/** Holds calls back whose key has none left, so that none is sent only to be refused. */
export class RateLimits {
  /** By the call's path, since each service counts on its own. */
  private readonly until = new Map<string, number>();

  note(path: string, { headers }: Response): void {
    const [, remaining, seconds] = LIMIT.exec(headers.get('ratelimit') ?? '') ?? [];
    if (remaining === '0') this.until.set(path, Date.now() + Number(seconds) * 1000);
    else this.until.delete(path);
  }

  /** In milliseconds; 0: at once. */
  waitOf(path: string): number {
    return Math.max(0, (this.until.get(path) ?? 0) - Date.now());
  }
}
