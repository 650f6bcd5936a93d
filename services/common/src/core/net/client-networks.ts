import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The part of a client's address that one customer controls: all of an IPv4 address, the first 64
 * bits of an IPv6 one (a provider hands out whole /64s, so counting single addresses counts nothing).
 */
export function clientKey(ip: string): string {
  return clientNetworks(ip)[0].key;
}

export interface ClientNetwork {
  key: string;
  /** How many times a limit's allowance it has. */
  room: number;
}

/** A /56 and a /48 may be one customer's as well as many customers': they have more room than a /64, and not 256 times as much. */
const ROOM = [
  [64, 1],
  [56, 2],
  [48, 4],
] as const;

/** What a client is counted by: an IPv4 address; the /64, /56 and /48 of an IPv6 one, of which one line may have all. */
export function clientNetworks(ip: string): [ClientNetwork, ...ClientNetwork[]] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return [{ key: mapped, room: 1 }];
  if (!isIPv6(ip)) return [{ key: ip, room: 1 }];
  const groups = firstGroups(ip);
  const [smallest, ...larger] = ROOM.map(([bits, room]) => ({ key: network(groups, bits), room }));
  return [smallest!, ...larger];
}

/** The first four groups as numbers. */
function firstGroups(ip: string): number[] {
  // ipaddr.js does not read every name of a zone (`fe80::1%eth0.1`) that node does.
  const [address = ''] = ip.split('%');
  return (ipaddr.parse(address) as ipaddr.IPv6).parts.slice(0, 4);
}

/** `2001:db8:1:200::/56` */
function network(groups: number[], bits: number): string {
  const kept = groups.map((group, n) => {
    const own = Math.min(16, Math.max(0, bits - n * 16));
    return (group & (0xffff << (16 - own)) & 0xffff).toString(16);
  });
  return `${kept.join(':')}::/${bits}`;
}
