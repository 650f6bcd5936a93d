import { backOff } from './back-off.js';

describe(backOff.name, () => {
  const limits = { baseMs: 250, maxMs: 15_000 };

  it('doubles with every failure up to the maximum', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8, 100, 10_000].map((attempt) => backOff(attempt, limits));
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000]);
  });

  it('multiplies by a custom factor', () => {
    expect(backOff(3, { ...limits, factor: 3 })).toBe(2_250);
    expect(backOff(3, { ...limits, factor: 1 })).toBe(250);
  });
});
