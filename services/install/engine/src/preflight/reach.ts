import type { DataChunk } from '@casement/windows-image/store/manifest.js';
import type { OriginPlan } from '../stage/job-files.js';
import { check, type Check } from './check.js';

export interface ReachabilityReport {
  api: boolean;
  chunks: { hash: string; result: string }[];
  /** Compressed bytes per second; `null` if too little was downloaded. */
  rate: number | null;
  /** Measured origins in the operator's order. */
  origins: MeasuredOrigin[];
  /** Proxy (host:port) that reaches the API where the VPS itself does not; '' if none. */
  proxy: string;
  detail: string;
}

interface MeasuredOrigin {
  name: string;
  /** `slow` means that a chunk timed out midway. */
  result: string;
  rate: number;
}

/** Returns the first, middle and last chunk as a representative sample. */
export function sampleChunks(chunks: readonly DataChunk[]): DataChunk[] {
  const indexes = new Set([0, Math.floor(chunks.length / 2), chunks.length - 1]);
  return [...indexes].flatMap((index) => chunks[index] ?? []);
}

/** Returns the variables of vps/probe.sh, without the token. */
export const probeVariables = (
  agentUrl: string,
  sample: readonly DataChunk[],
  origins: readonly string[],
) => ({
  API_URL: `${agentUrl}/api/install/agent`,
  IMAGE_URL: `${agentUrl}/images/chunks`,
  CHUNKS: sample.map(({ zstd, zstdBytes }) => `${zstd}:${zstdBytes}`).join(' '),
  ORIGINS: origins.join(' '),
});

export function parseReach(output: string): ReachabilityReport {
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
    origins: [
      ...output.matchAll(/^ORIGIN=name=(\S+) result=(\w+) bytes=(\d+) seconds=([\d.]+)$/gm),
    ].map(([, name = '', result = '', got, took]) => ({
      name,
      result,
      rate: Math.round(Number(got) / Math.max(Number(took), 0.01)),
    })),
    proxy: first('PROXY'),
    detail: first('DETAIL'),
  };
}

/** Origins slower than this fraction of our own route are not used. */
const SLOWEST_PART = 1 / 4;
/**
 * Minimum download rate of an origin as a fraction of the measured rate. Low because workers share the connection and
 * a provider may throttle it; only a stalled origin should be abandoned.
 */
const FLOOR_PART = 1 / 64;
const MIN_FLOOR = 64 * 1024;

/** Orders the origins by rate and omits those that failed or were too slow. */
export function planOrigins({ origins, rate: ownRate }: ReachabilityReport): OriginPlan {
  const own = ownRate ?? 0;
  const usable = origins
    .filter(({ result }) => result === 'ok' || result === 'slow')
    .filter(({ rate }) => rate > 0 && rate >= own * SLOWEST_PART)
    .sort((one, other) => other.rate - one.rate);
  return {
    order: usable.map(({ name }) => name),
    floor: Math.max(MIN_FLOOR, Math.floor(own * FLOOR_PART)),
    rate: usable[0]?.rate ?? ownRate,
  };
}

export const fetchSeconds = (rate: number | null, fetchBytes: number): number | null =>
  rate === null ? null : Math.ceil(fetchBytes / rate);

function speed(rate: number | null, fetchBytes: number): string {
  const seconds = fetchSeconds(rate, fetchBytes);
  if (rate === null || seconds === null) return 'reached';
  return `${(rate / 1e6).toFixed(1)} MB/s: about ${Math.ceil(seconds / 60)} min for this image`;
}

/**
 * Checks that the VPS reaches the API and downloads the image intact, and estimates the download time.
 * @param fetchBytes compressed size of the image
 */
export function evaluateReach(reach: ReachabilityReport, fetchBytes: number): Check[] {
  const bad = reach.chunks.find(({ result }) => result !== 'ok')?.result;
  const api = check(
    'service',
    reach.api ? 'reached' : 'not reached',
    [!reach.api && reach.proxy !== '', 'PROXY_ONLY', { proxy: reach.proxy }],
    [!reach.api, 'API_UNREACHABLE'],
  );
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
