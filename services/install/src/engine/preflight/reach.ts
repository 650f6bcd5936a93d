import type { DataChunk } from '../image/manifest.js';
import { check, type Check } from './check.js';

/** What vps/probe.sh answered. */
export interface Reach {
  api: boolean;
  chunks: { hash: string; result: string }[];
  /** Compressed bytes per second; null where too little was fetched to measure. */
  rate: number | null;
  detail: string;
}

/** The chunks to try: the first, the middle one and the last show as much as many. */
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
      hash: match[1] ?? '',
      result: match[2] ?? '',
    })),
    rate: seconds > 0 && bytes > 0 ? Math.round(bytes / seconds) : null,
    detail: first('DETAIL'),
  };
}

/** Seconds that fetching the image will take at this rate; null where it is not known. */
export const fetchSeconds = (rate: number | null, fetchBytes: number): number | null =>
  rate === null ? null : Math.ceil(fetchBytes / rate);

function speed(rate: number | null, fetchBytes: number): string {
  const seconds = fetchSeconds(rate, fetchBytes);
  if (rate === null || seconds === null) return 'reached';
  return `${(rate / 1e6).toFixed(1)} MB/s: about ${Math.ceil(seconds / 60)} min for this image`;
}

/**
 * Whether the VPS reaches us and gets the image whole, and how long that will take.
 * @param fetchBytes of the whole image, compressed
 */
export function evaluateReach(reach: Reach, fetchBytes: number): Check[] {
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
      bad ?? speed(reach.rate, fetchBytes),
      [bad === 'corrupt', 'CHUNK_CORRUPT'],
      [bad === 'truncated', 'CHUNK_TRUNCATED'],
      [bad === 'missing', 'IMAGE_MISSING'],
      [bad !== undefined, 'IMAGE_UNREACHABLE'],
    ),
  ];
}
