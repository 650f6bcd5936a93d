import ipaddr from 'ipaddr.js';
import { parseRange } from '../../core/net/address-set.js';

/** A home or a machine owns a whole /64; blocking one address of it has no effect. */
const FINEST_IPV6 = 64;
const WHOLE_IPV4 = 32;

/** What a block stands for: the first `bits` of an address, the rest zero. */
export interface BlockRange {
  family: 'ipv4' | 'ipv6';
  bits: number;
  /** The address's first 64 bits (IPv6) or its 32 (IPv4), as unsigned words. */
  words: readonly number[];
}

/** Reads an address or CIDR as what its block covers: an IPv6 one at least a /64. Undefined if it is neither. */
export function readBlockRange(text: string): BlockRange | undefined {
  const range = parseRange(text);
  if (!range) return undefined;
  let [address, bits] = range;
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
    [address, bits] = [address.toIPv4Address(), bits - 96];
  }
  const family = address instanceof ipaddr.IPv4 ? 'ipv4' : 'ipv6';
  const kept = family === 'ipv4' ? bits : Math.min(bits, FINEST_IPV6);
  return { family, bits: kept, words: masked(wordsOf(address), kept) };
}

/** The first 64 bits, or all 32, in words of 32. */
export function wordsOf(address: ipaddr.IPv4 | ipaddr.IPv6): number[] {
  if (address instanceof ipaddr.IPv4) {
    return [address.octets.reduce((sum, octet) => sum * 256 + octet, 0)];
  }
  const [a, b, c, d] = address.parts as [number, number, number, number];
  return [a * 65_536 + b, c * 65_536 + d];
}

/** The words without all but their first `bits`. */
export function masked(words: readonly number[], bits: number): number[] {
  return words.map((word, n) => {
    const kept = Math.min(Math.max(bits - n * 32, 0), 32);
    // A shift by 32 is one by 0.
    return kept === 0 ? 0 : (word & (-1 << (32 - kept))) >>> 0;
  });
}

/**
 * One spelling for each range, so that the same block is one row and one key.
 *
 * @example canonicalRange('203.0.113.7/24') // '203.0.113.0/24'
 * @example canonicalRange('2001:db8::5') // '2001:db8::/64'
 */
export function canonicalRange(text: string): string | undefined {
  const range = readBlockRange(text);
  if (!range) return undefined;
  const { family, bits, words } = range;
  if (family === 'ipv4') {
    const [word = 0] = words;
    const address = [24, 16, 8, 0].map((shift) => (word >>> shift) & 255).join('.');
    return bits === WHOLE_IPV4 ? address : `${address}/${bits}`;
  }
  const parts = words.flatMap((word) => [word >>> 16, word & 65_535]);
  return `${new ipaddr.IPv6([...parts, 0, 0, 0, 0]).toString()}/${bits}`;
}

/**
 * Every range that this address or network lies in, the narrowest (itself) first, each in its one spelling.
 *
 * @example rangesAround('203.0.113.7') // ['203.0.113.7', '203.0.113.6/31', …, '128.0.0.0/1']
 */
export function rangesAround(text: string): string[] {
  const [range, canonical] = [readBlockRange(text), canonicalRange(text)];
  if (!range || canonical === undefined) return [];
  const [address] = canonical.split('/');
  const lengths = Array.from({ length: range.bits }, (_, n) => range.bits - n);
  return lengths.flatMap((bits) => canonicalRange(`${address}/${bits}`) ?? []);
}

/** Does every address of `inner` lie in `outer`? Both in any spelling. */
export function covers(outer: string, inner: string): boolean {
  const [wide, narrow] = [readBlockRange(outer), readBlockRange(inner)];
  if (!wide || !narrow || wide.family !== narrow.family || wide.bits > narrow.bits) return false;
  return masked(narrow.words, wide.bits).every((word, n) => word === wide.words[n]);
}
