/** Circuit breaker of a bot: after a period of failures the bot is used only for probes until one succeeds. */
export class BotHealth {
  private downSince: number | undefined;
  private nextProbe = 0;

  /**
   * @param graceMs duration of failures after which the bot is unusable
   * @param probeMs interval between probes of an unusable bot
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
