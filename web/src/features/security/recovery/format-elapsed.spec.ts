import { formatTook } from './format-took.js';

describe(formatTook.name, () => {
  it.each([
    [0, '0 ms'],
    [840, '840 ms'],
    [1_240, '1.2 s'],
    [172_000, '2 min 52 s'],
  ])('formats %i milliseconds as %s', (milliseconds, text) => {
    expect(formatTook(milliseconds)).toBe(text);
  });
});
