import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Parses an address; `::ffff:1.2.3.4` becomes 1.2.3.4. Returns undefined for invalid text. */
export function parseAddress(text: string): Address | undefined {
  // ipaddr.js also accepts `0x7f.1` and `010.0.0.1`; Node does not.
  return isIP(text) ? ipaddr.process(text) : undefined;
}

/** Parses `1.2.3.4`, `1.2.3.0/24`, `2001:db8::/32`. Returns undefined for invalid text. */
export function parseRange(text: string): Range | undefined {
  const [host = '', bits, ...rest] = text.split('/');
  if (!isIP(host) || rest.length > 0) return undefined;
  if (bits !== undefined) return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
  const address = ipaddr.process(host);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Returns whether the address is in the range. Addresses of different families never match. */
function inRange(address: Address, [base, bits]: Range): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}

/**
 * Immutable set of addresses and CIDRs.
 *
 * @example new AddressSet(['127.0.0.1', '10.0.0.0/8']).has('10.1.2.3') // true
 */
export class AddressSet {
  private readonly ranges: Range[];

  constructor(texts: readonly string[]) {
    this.ranges = texts.map((text) => {
      const range = parseRange(text);
      if (!range) throw new Error('not an address or CIDR');
      return range;
    });
  }

  has(text: string): boolean {
    const address = parseAddress(text);
    return address !== undefined && this.ranges.some((range) => inRange(address, range));
  }
}
