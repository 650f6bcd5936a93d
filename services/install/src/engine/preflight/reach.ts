import type { DataChunk } from '../image/manifest.js';
import { check, type Check } from './check.js';

/** What vps/probe.sh answered. */
export interface Reach {
  api: boolean;
  chunks: { hash: string; result: string }[];
  /** Compressed bytes per second; null where too little was fetched to say. */
  rate: number | null;
  detail: string;
}

/** The chunks to try: the first, the middle one and the last tell as much as many. */
export function sampleChunks(chunks: readonly DataChunk[]): DataChunk[] {
  const indexes = new Set([0, Math.floor(chunks.length / 2), chunks.length - 1]);
  return [...indexes].flatMap((index) => chunks[index] ?? []);
}

export function parseReach(output: string): Reach {
  const first = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(output)?.[1] ?? '';
  const seconds = Number(first('SECONDS'));
  const bytes = Number(first('BYTES'));
  return {
    api: first('API') === 'ok',
    chunks: [...output.matchAll(/^CHUNK=hash=(\w+) result=(\w+)$/gm)].map((match) => ({
      hash: match[1],
      result: match[2],
    })),
    rate: seconds > 0 && bytes > 0 ? Math.round(bytes / seconds) : null,
    detail: first('DETAIL'),
  };
}

const SPEED = (rate: number | null) =>
  rate === null ? 'reached' : `${(rate / 1e6).toFixed(1)} MB/s`;

/** Whether the VPS reaches us and gets the image whole. */
export function judgeReach(reach: Reach): Check[] {
  const bad = reach.chunks.find(({ result }) => result !== 'ok')?.result;
  const api = check('service', reach.api ? 'reached' : 'not reached', [
    !reach.api,
    'API_UNREACHABLE',
  ]);
  if (!reach.api) return [api];
  return [
    api,
    check(
      'image',
      bad ?? SPEED(reach.rate),
      [bad === 'corrupt', 'CHUNK_CORRUPT'],
      [bad === 'truncated', 'CHUNK_TRUNCATED'],
      [bad === 'missing', 'IMAGE_MISSING'],
      [bad !== undefined, 'IMAGE_UNREACHABLE'],
    ),
  ];
}
