import { blockMinutesOf } from './evaluation.service.js';

describe(blockMinutesOf.name, () => {
  const rule = { blockMinutes: 15, growth: 4, maxBlockMinutes: 10_080 };

  it.each([
    [0, 15],
    [1, 60],
    [2, 240],
    [4, 3_840],
    [5, 10_080],
    [10_000, 10_080],
  ])('§9 after %i earlier blocks returns %i minutes, at most 7 days', (offences, minutes) => {
    expect(blockMinutesOf(rule, offences)).toBe(minutes);
  });
});
