import { successRate } from './dashboard.mapper.js';

describe(successRate.name, () => {
  it.each([
    [0, 0, null],
    [0, 3, 0],
    [3, 0, 100],
    [2, 1, 67],
    [1, 2, 33],
  ])('returns for %s completed and %s failed installs: %s %%', (completed, failed, percent) => {
    expect(successRate(completed, failed)).toBe(percent);
  });
});
