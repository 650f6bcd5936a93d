import { RetryPolicy } from './retry-policy.js';

describe(RetryPolicy.name, () => {
  it('waits longer after each try and gives up after the last one', () => {
    const policy = new RetryPolicy([10, 20]);
    expect([1, 2, 3].map((deliveries) => policy.waitAfter(deliveries))).toEqual([
      10,
      20,
      undefined,
    ]);
    expect(policy.tries).toBe(3);
  });

  it('tries eight times over less than two hours by default', () => {
    const policy = new RetryPolicy();
    const waits = Array.from({ length: policy.tries }, (_, n) => policy.waitAfter(n + 1) ?? 0);
    expect(policy.tries).toBe(8);
    expect(waits.reduce((a, b) => a + b)).toBeLessThan(2 * 3_600_000);
  });
});
