import { BotHealth } from './bot-health.js';

describe(BotHealth.name, () => {
  it('keeps using a failing bot for the grace time, then stops', () => {
    const health = new BotHealth(60_000, 30_000);
    health.failed(0);
    expect(health.isUsable(59_999)).toBe(true);
    health.failed(60_000);
    expect(health.isUsable(60_001)).toBe(false);
  });

  it('probes an unusable bot at intervals, and uses it after the first success', () => {
    const health = new BotHealth(0, 30_000);
    health.failed(0);
    expect(health.isUsable(1)).toBe(false);
    expect(health.isUsable(30_000)).toBe(true);
    health.failed(30_000);
    expect(health.isUsable(30_001)).toBe(false);
    health.succeeded();
    expect(health.isUsable(30_002)).toBe(true);
  });
});
