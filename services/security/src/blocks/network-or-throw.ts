import { canonicalRange, readBlockRange } from '@casement/common/edge/block-range.js';
import { NetworkTooWide, NoAddress } from './blocks.errors.js';

const WIDEST = { ipv4: 8, ipv6: 16 } as const;

/** @throws NoAddress */
export function canonicalOrThrow(ip: string): string {
  const range = canonicalRange(ip);
  if (range === undefined) throw new NoAddress();
  return range;
}

/** The same, but for networks that no decision is meant for. @throws NoAddress, NetworkTooWide */
export function networkOrThrow(ip: string): string {
  const range = readBlockRange(ip);
  if (range && range.bits < WIDEST[range.family]) throw new NetworkTooWide();
  return canonicalOrThrow(ip);
}
