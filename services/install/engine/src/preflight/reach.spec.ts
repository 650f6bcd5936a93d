import type { DataChunk } from '@casement/windows-image/store/manifest.js';
import { evaluateReach, fetchSeconds, parseReach, planOrigins, sampleChunks } from './reach.js';

const HASH = 'a'.repeat(64);
const answer = (result: string) =>
  `API=ok\nAPI_TIME=1\nCHUNK=hash=${HASH} result=${result}\nBYTES=5000000\nSECONDS=2.00\n`;
const refusals = (text: string) =>
  evaluateReach(parseReach(text), 0).flatMap((check) => check.code ?? []);

describe(evaluateReach.name, () => {
  it('accepts intact chunks and returns the download rate and estimated time', () => {
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
  ])('rejects a chunk that is %s', (result, code) => {
    expect(refusals(answer(result))).toEqual([code]);
  });

  it('rejects a VPS that cannot reach the API and skips the other checks', () => {
    expect(refusals('API=unreachable\nDETAIL=curl: (6) Could not resolve host\n')).toEqual([
      'API_UNREACHABLE',
    ]);
  });
});

describe(planOrigins.name, () => {
  const origin = (name: string, result: string, bytes: number) =>
    `ORIGIN=name=${name} result=${result} bytes=${bytes} seconds=2.00\n`;
  const plan = (...origins: string[]) => planOrigins(parseReach(answer('ok') + origins.join('')));

  it('puts the fastest origin first and reports its rate', () => {
    const found = plan(
      origin('far', 'ok', 4_000_000),
      origin('near', 'ok', 40_000_000),
      origin('big', 'slow', 9_000_000),
    );
    expect(found.order).toEqual(['near', 'big', 'far']);
    expect(found.rate).toBe(20_000_000);
  });

  it('keeps the operator’s order for equal rates', () => {
    const same = ['one', 'two', 'three'].map((name) => origin(name, 'ok', 8_000_000));
    expect(plan(...same).order).toEqual(['one', 'two', 'three']);
  });

  it.each(['corrupt', 'unreachable'])('skips an origin that was %s', (result) => {
    expect(plan(origin('a', result, 40_000_000)).order).toEqual([]);
  });

  it('skips origins slower than a quarter of our own route and reports our own rate', () => {
    const found = plan(origin('a', 'ok', 1_200_000), origin('b', 'slow', 0));
    expect(found).toMatchObject({ order: [], rate: 2_500_000 });
  });

  it('uses all responding origins if our own route was too fast to measure', () => {
    const text = `API=ok\nBYTES=0\nSECONDS=0.00\n${origin('a', 'ok', 10)}`;
    expect(planOrigins(parseReach(text))).toEqual({ order: ['a'], floor: 65_536, rate: 5 });
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
  ])('samples the first, middle and last of %i chunks', (count, expected) => {
    expect(sampleChunks(chunks(count)).map((chunk) => chunk.zstd)).toEqual(expected);
  });
});
