/** Tracks since when a bot's messages fail, so that another way is used, and when to try it again. */
export class BotHealth {
  private downSince: number | undefined;
  private nextProbe = 0;

  /**
   * @param graceMs how long a failing bot is still waited for
   * @param probeMs how often a failed bot is tried again
   */
  constructor(
    private readonly graceMs: number,
    private readonly probeMs: number,
  ) {}

  failed(now: number): void {
    this.downSince ??= now;
    if (now - this.downSince >= this.graceMs) this.nextProbe = now + this.probeMs;
  }

  succeeded(): void {
    this.downSince = undefined;
  }

  isUsable(now: number): boolean {
    if (this.downSince === undefined || now - this.downSince < this.graceMs) return true;
    return now >= this.nextProbe;
  }
}
