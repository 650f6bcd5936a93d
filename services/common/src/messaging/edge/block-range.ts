import ipaddr from 'ipaddr.js';
import { parseRange } from '../../core/net/address-set.js';

/** A customer or machine usually has an entire /64, so blocking a single address would have no effect. */
const FINEST_IPV6 = 64;
const IPV4_BITS = 32;

/** Range covered by a block: the first `bits` of an address, followed by zeros. */
export interface BlockRange {
  family: 'ipv4' | 'ipv6';
  bits: number;
  /** First 64 bits of the address (IPv6) or all 32 (IPv4) as unsigned words. */
  words: readonly number[];
}

/** Parses an address or CIDR into the range to block, for IPv6 at least a /64. Returns undefined for invalid text. */
export function readBlockRange(text: string): BlockRange | undefined {
  const range = parseRange(text);
  if (!range) return undefined;
  let [address, bits] = range;
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
    [address, bits] = [address.toIPv4Address(), bits - 96];
  }
  const family = address instanceof ipaddr.IPv4 ? 'ipv4' : 'ipv6';
  const prefixBits = family === 'ipv4' ? bits : Math.min(bits, FINEST_IPV6);
  return { family, bits: prefixBits, words: masked(wordsOf(address), prefixBits) };
}

/** Returns the first 64 bits of an IPv6 address, or all 32 of an IPv4 address, as 32-bit words. */
export function wordsOf(address: ipaddr.IPv4 | ipaddr.IPv6): number[] {
  if (address instanceof ipaddr.IPv4) {
    return [address.octets.reduce((sum, octet) => sum * 256 + octet, 0)];
  }
  const [a, b, c, d] = address.parts as [number, number, number, number];
  return [a * 65_536 + b, c * 65_536 + d];
}

/** Clears all except the first `bits`. */
export function masked(words: readonly number[], bits: number): number[] {
  return words.map((word, n) => {
    const prefixBits = Math.min(Math.max(bits - n * 32, 0), 32);
    // JavaScript treats a shift by 32 as a shift by 0.
    return prefixBits === 0 ? 0 : (word & (-1 << (32 - prefixBits))) >>> 0;
  });
}

/**
 * Normalizes a range so that equal blocks share one row and one key.
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
    return bits === IPV4_BITS ? address : `${address}/${bits}`;
  }
  const parts = words.flatMap((word) => [word >>> 16, word & 65_535]);
  return `${new ipaddr.IPv6([...parts, 0, 0, 0, 0]).toString()}/${bits}`;
}

/**
 * Returns every normalized range that contains this address or network, narrowest (itself) first.
 *
 * @example containingRanges('203.0.113.7') // ['203.0.113.7', '203.0.113.6/31', …, '128.0.0.0/1']
 */
export function containingRanges(text: string): string[] {
  const [range, canonical] = [readBlockRange(text), canonicalRange(text)];
  if (!range || canonical === undefined) return [];
  const [address] = canonical.split('/');
  const lengths = Array.from({ length: range.bits }, (_, n) => range.bits - n);
  return lengths.flatMap((bits) => canonicalRange(`${address}/${bits}`) ?? []);
}

/** Returns whether every address of `inner` is in `outer`. Neither needs to be normalized. */
export function covers(outer: string, inner: string): boolean {
  const [wide, narrow] = [readBlockRange(outer), readBlockRange(inner)];
  if (!wide || !narrow || wide.family !== narrow.family || wide.bits > narrow.bits) return false;
  return masked(narrow.words, wide.bits).every((word, n) => word === wide.words[n]);
}
