import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the part of a client's address that one customer controls: the complete IPv4 address, or the first 64 bits
 * of an IPv6 address. Providers assign entire /64s, so counting single IPv6 addresses would be pointless.
 */
export function clientKey(ip: string): string {
  return clientNetworks(ip)[0].key;
}

export interface ClientNetwork {
  key: string;
  /** Multiple of a limit's allowance. */
  multiplier: number;
}

/**
 * A /56 or a /48 may belong to one customer or to many, so its allowance is larger than that of a /64, but not by the
 * 256 or 65,536 times that the number of contained /64s would suggest.
 */
const MULTIPLIERS = [
  [64, 1],
  [56, 2],
  [48, 4],
] as const;

/**
 * Returns the networks by which a client is counted: the IPv4 address, or the /64, /56 and /48 of an IPv6 address,
 * which may all belong to one line.
 */
export function clientNetworks(ip: string): [ClientNetwork, ...ClientNetwork[]] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return [{ key: mapped, multiplier: 1 }];
  if (!isIPv6(ip)) return [{ key: ip, multiplier: 1 }];
  const groups = firstGroups(ip);
  const [smallest, ...larger] = MULTIPLIERS.map(([bits, multiplier]) => ({
    key: network(groups, bits),
    multiplier,
  }));
  return [smallest!, ...larger];
}

function firstGroups(ip: string): number[] {
  // ipaddr.js does not parse every zone name (`fe80::1%eth0.1`) that Node accepts.
  const [address = ''] = ip.split('%');
  return (ipaddr.parse(address) as ipaddr.IPv6).parts.slice(0, 4);
}

/** Formats a network, e.g. `2001:db8:1:200::/56`. */
function network(groups: number[], bits: number): string {
  const prefix = groups.map((group, n) => {
    const own = Math.min(16, Math.max(0, bits - n * 16));
    return (group & (0xffff << (16 - own)) & 0xffff).toString(16);
  });
  return `${prefix.join(':')}::/${bits}`;
}
