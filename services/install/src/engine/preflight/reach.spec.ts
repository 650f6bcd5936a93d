import type { DataChunk } from '../image/manifest.js';
import { evaluateReach, fetchSeconds, parseReach, sampleChunks } from './reach.js';

const HASH = 'a'.repeat(64);
const answer = (result: string) =>
  `API=ok\nAPI_TIME=1\nCHUNK=hash=${HASH} result=${result}\nBYTES=5000000\nSECONDS=2.00\n`;
const refusals = (text: string) =>
  evaluateReach(parseReach(text), 0).flatMap((check) => check.code ?? []);

describe(evaluateReach.name, () => {
  it('accepts whole chunks and measures the speed, and how long the image will take', () => {
    const reach = parseReach(answer('ok'));
    expect(reach.rate).toBe(2_500_000);
    expect(evaluateReach(reach, 1_000_000_000).map((check) => check.found)).toEqual([
      'reached',
      '2.5 MB/s: about 7 min for this image',
    ]);
    expect(fetchSeconds(reach.rate, 1_000_000_000)).toBe(400);
    expect(fetchSeconds(null, 1_000_000_000)).toBeNull();
  });

  it.each([
    ['corrupt', 'CHUNK_CORRUPT'],
    ['truncated', 'CHUNK_TRUNCATED'],
    ['missing', 'IMAGE_MISSING'],
    ['unreachable', 'IMAGE_UNREACHABLE'],
  ])('refuses a chunk that is %s', (result, code) => {
    expect(refusals(answer(result))).toEqual([code]);
  });

  it('refuses a VPS that does not reach us, and asks no further', () => {
    expect(refusals('API=unreachable\nDETAIL=curl: (6) Could not resolve host\n')).toEqual([
      'API_UNREACHABLE',
    ]);
  });
});

describe(sampleChunks.name, () => {
  const chunks = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ zstd: `${i}` }) as DataChunk);

  it.each([
    [0, []],
    [1, ['0']],
    [2, ['0', '1']],
    [9, ['0', '4', '8']],
  ])('takes the first, the middle and the last of %i', (count, expected) => {
    expect(sampleChunks(chunks(count)).map((chunk) => chunk.zstd)).toEqual(expected);
  });
});
