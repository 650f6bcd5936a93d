import { usedRanges } from './assemble-disk.js';

const ranges = (clusters: number[], total: number, clusterSize = 4096) => {
  const bitmap = Buffer.alloc(total / 8);
  for (const cluster of clusters) bitmap[cluster >> 3] |= 1 << (cluster & 7);
  return [...usedRanges(bitmap, clusterSize)].map(({ offset, length }) => [
    offset / clusterSize,
    length / clusterSize,
  ]);
};

describe(usedRanges, () => {
  it('returns only the clusters in use', () => {
    expect(ranges([0, 1, 2, 9, 15, 16, 31, 63], 64)).toEqual([
      [0, 3],
      [9, 1],
      [15, 2],
      [31, 1],
      [63, 1],
    ]);
    expect(ranges([], 64)).toEqual([]);
  });

  it('limits ranges to 4 MiB', () => {
    const all = Array.from({ length: 2048 }, (_, cluster) => cluster);
    expect(ranges(all, 2048)).toEqual([
      [0, 1024],
      [1024, 1024],
    ]);
  });

  it('matches a naive bit-by-bit check for random bitmaps', () => {
    for (let seed = 1; seed < 200; seed++) {
      const used = Array.from({ length: 256 }, (_, n) => n).filter((n) => (n * n * seed) % 7 < 3);
      const found = ranges(used, 256).flatMap(([first, length]) =>
        Array.from({ length }, (_, n) => first + n),
      );
      expect(found).toEqual(used);
    }
  });
});
