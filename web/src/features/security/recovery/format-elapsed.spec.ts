import { formatElapsed } from './format-elapsed.js';

describe(formatElapsed.name, () => {
  it.each([
    [0, '0 ms'],
    [840, '840 ms'],
    [1_240, '1.2 s'],
    [172_000, '2 min 52 s'],
  ])('formats %i milliseconds as %s', (milliseconds, text) => {
    expect(formatElapsed(milliseconds)).toBe(text);
  });
});
