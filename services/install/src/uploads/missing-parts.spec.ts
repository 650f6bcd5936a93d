import { missingParts } from './missing-parts.js';

describe(missingParts, () => {
  const without = (...numbers: number[]) =>
    missingParts(
      numbers.map((number) => ({ number, sha256: '' })),
      6,
    );

  it.each([
    [[], [[0, 5]]],
    [[0, 1, 2, 3, 4, 5], []],
    [[0, 5], [[1, 4]]],
    [
      [1, 4],
      [
        [0, 0],
        [2, 3],
        [5, 5],
      ],
    ],
  ])('returns the missing ranges after the parts %j', (there, ranges) => {
    expect(without(...there)).toEqual(ranges.map(([first, last]) => ({ first, last })));
  });
});
