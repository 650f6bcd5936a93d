import { canonicalRange, readBlockRange } from '@casement/common/messaging/edge/block-range.js';
import { blockErrors } from './blocks.errors.js';

const WIDEST = { ipv4: 8, ipv6: 16 } as const;

/**
 * Returns the canonical range of an address or network.
 *
 * @throws blockErrors.noAddress
 */
export function canonicalOrThrow(ip: string): string {
  const range = canonicalRange(ip);
  if (range === undefined) throw blockErrors.noAddress();
  return range;
}

/**
 * Returns the canonical range of an address or a network that is not too wide.
 *
 * @throws blockErrors.noAddress, blockErrors.networkTooWide
 */
export function networkOrThrow(ip: string): string {
  const range = readBlockRange(ip);
  if (range && range.bits < WIDEST[range.family]) throw blockErrors.networkTooWide();
  return canonicalOrThrow(ip);
}
