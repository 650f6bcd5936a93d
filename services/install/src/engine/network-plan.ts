import { isIP, isIPv4, isIPv6 } from 'node:net';
import type { Facts } from './preflight/facts.js';

/** The network to bring up again, by the card's address: in the RAM stage, then in Windows. */
export interface NetworkPlan {
  mac: string;
  /** dhcp where Linux had its address from DHCP. */
  mode: 'dhcp' | 'static';
  /** Every IPv4 address with prefix; the first is the one that the gateway belongs to. */
  addresses: string[];
  gateway: string;
  /** The gateway lies outside the address's own network: it needs a route of its own. */
  onlink: boolean;
  ipv6Addresses: string[];
  ipv6Gateway: string | null;
  dns: string[];
  mtu: number;
}

/** @throws where judge() would have refused: no card, address or gateway */
export function planNetwork(facts: Facts): NetworkPlan {
  const { nic, route4, addresses4 } = facts;
  const first = addresses4[0];
  if (!nic || !route4 || !first)
    throw new Error('the network was not judged before it was planned');
  const statics6 = facts.addresses6
    .filter((address) => !address.dynamic)
    .map(({ address }) => withPrefix(address, 128))
    .filter((address) => isAddress(address, isIPv6, 128));
  return {
    mac: nic.mac,
    mode: first.dynamic ? 'dhcp' : 'static',
    addresses: addresses4.map(({ address }) => withPrefix(address, 32)),
    gateway: route4.via,
    onlink: route4.onlink || !sameNetwork(withPrefix(first.address, 32), route4.via),
    // What routers announce comes back by itself; only what was set by hand has to be set again.
    ipv6Addresses: statics6,
    ipv6Gateway: statics6.length > 0 ? gateway6(facts) : null,
    // One with a zone is of use on this very system only.
    dns: facts.dns.filter((server) => isIP(server) !== 0 && !server.includes('%')),
    mtu: nic.mtu,
  };
}

/** What no network can be made of, in words; null where all is well. Everything in a plan came from the VPS. */
export function networkProblem({ mac, addresses, gateway, mtu }: NetworkPlan): string | null {
  if (!/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(mac)) return 'the network card has no usual address';
  if (!addresses.every((address) => isAddress(address, isIPv4, 32))) {
    return 'an address is not an IPv4 address';
  }
  if (!isIPv4(gateway)) return 'the gateway is not an IPv4 address';
  // The least that IPv4 asks for, and the most that cards do.
  return mtu >= 576 && mtu <= 9216 ? null : 'packets have an unusual size';
}

/** Without a prefix the address stands alone, as point-to-point links write it. */
const withPrefix = (address: string, whole: number): string =>
  address.includes('/') ? address : `${address}/${whole}`;

function isAddress(text: string, is: (ip: string) => boolean, longest: number): boolean {
  const [ip = '', prefix = '', ...rest] = text.split('/');
  return rest.length === 0 && is(ip) && /^\d{1,3}$/.test(prefix) && Number(prefix) <= longest;
}

function gateway6({ route6 }: Facts): string | null {
  return route6 && isIPv6(route6.via) ? route6.via : null;
}

/** Whether an IPv4 address lies in the network of another one, given with its prefix. */
export function sameNetwork(addressWithPrefix: string, other: string): boolean {
  const [address = '', prefix = '32'] = addressWithPrefix.split('/');
  const bits = 32 - Number(prefix);
  const network = (ip: string) => Math.floor(toNumber(ip) / 2 ** bits);
  return network(address) === network(other);
}

const toNumber = (ip: string): number =>
  ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
