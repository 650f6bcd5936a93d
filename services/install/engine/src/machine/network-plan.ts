import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import type { NetworkOptions } from '@casement/proto/http/install/network-options.js';
import type { AddressFacts, Facts } from './facts.js';

/** Network to restore by MAC address, first in the RAM stage, then in Windows. */
export interface NetworkPlan {
  mac: string;
  /** `dhcp` if Linux got its address from DHCP. */
  mode: 'dhcp' | 'static';
  /** IPv4 addresses with prefix; the gateway belongs to the first. */
  addresses: string[];
  gateway: string;
  /** Whether the gateway lies outside the address's network and needs its own route. */
  onlink: boolean;
  /** Static addresses only; announced addresses return automatically. */
  ipv6Addresses: string[];
  ipv6Gateway: string | null;
  /** Like onlink. Never needed for a link-local gateway. */
  ipv6Onlink: boolean;
  /**
   * Set if Linux had IPv6: Windows derives its addresses from the MAC (EUI-64) instead of using random ones because
   * providers' filters pass only known addresses, some only after hours (OVH).
   */
  ipv6FromMac: boolean;
  dns: string[];
  /** Whether the customer chose `dns`, which then replaces the name servers of DHCP. */
  dnsChosen?: boolean;
  /** Customer's choice. Without one, the setting of the image stays. */
  ipv6?: boolean;
  /** Packet size in bytes: the minimum of the card and its static default routes. */
  mtu: number;
}

/** Used if Linux had a resolver that Windows will not have: a local one, or one reached over a VPN. */
const PUBLIC_DNS = ['1.1.1.1', '8.8.8.8'];

/**
 * Returns the facts as if Linux had been configured as chosen, so that all checks and the plan follow the choices.
 * Replaced addresses are static addresses of the card, which are reported as lost.
 */
export function withNetworkOptions(facts: Facts, options: NetworkOptions): Facts {
  const { dns, address, gateway, ipv6 } = options;
  const changed = { ...facts, ...(dns && { dns, dnsElsewhere: [] }) };
  if (address !== undefined && gateway !== undefined) {
    const source = ipOf(address);
    const card = facts.nic?.name ?? '';
    const replaced = facts.addresses4.filter((one) => ipOf(one.address) !== source);
    changed.addresses4 = [{ address, dynamic: false }];
    changed.route4 = { ...facts.route4, via: gateway, source, dhcp: false };
    changed.otherAddresses = [
      ...facts.otherAddresses,
      ...replaced.map((one) => ({ ...one, dynamic: false, card })),
    ];
  }
  if (ipv6 === false) {
    const isV4 = (text: string) => !text.includes(':');
    changed.addresses6 = [];
    changed.route6 = null;
    changed.dns = changed.dns.filter(isV4);
    changed.otherAddresses = changed.otherAddresses.filter((one) => isV4(one.address));
  }
  return changed;
}

/**
 * @param facts with the options, see withNetworkOptions
 * @throws if evaluate() would have rejected the network: no card, address or gateway
 */
export function planNetwork(facts: Facts, options: NetworkOptions = {}): NetworkPlan {
  const { nic, route4, route6 } = facts;
  const [first, ...others] = inOrderOfUse(facts);
  if (!nic || !route4 || !first)
    throw new Error('the network was not evaluated before it was planned');
  // An IPv6 address with a zone (`%eth0`) is valid only on this system.
  const dns = facts.dns.filter((server) => isIP(server) !== 0 && !server.includes('%'));
  // Windows learns these routes from its routers, with their packet size.
  const routeMtus = [route4.mtu ?? 0, route6?.announced ? 0 : (route6?.mtu ?? 0)];
  return {
    mac: nic.mac,
    // A lease without an expiry is not visible in the address itself.
    mode: first.dynamic || route4.dhcp ? 'dhcp' : 'static',
    addresses: [first, ...others].map(({ address }) => withPrefix(address, 32)),
    gateway: route4.via,
    // The route's onlink flag is ignored because ifupdown sets it on every route.
    onlink: !sameNetwork(withPrefix(first.address, 32), route4.via),
    ...planIpv6(facts),
    dns:
      dns.length > 0 && facts.dnsElsewhere.length === 0
        ? dns
        : [...new Set([...dns, ...PUBLIC_DNS])],
    ...(options.dns && { dnsChosen: true }),
    ...(options.ipv6 !== undefined && { ipv6: options.ipv6 }),
    mtu: Math.min(nic.mtu, ...routeMtus.filter((mtu) => mtu > 0)),
  };
}

/**
 * Returns addresses of Linux that Windows will not have, such as `10.9.0.5/24 (eth1)`: static addresses in addition
 * to DHCP, and static addresses of other cards. Empty if evaluate() rejects the network.
 */
export function lostAddresses(facts: Facts): string[] {
  if (!facts.nic || !facts.route4 || !facts.addresses4[0]) return [];
  const { mode, addresses } = planNetwork(facts);
  const others = facts.otherAddresses
    .filter(({ dynamic, address }) => !dynamic && isAnyAddress(address))
    .map(({ card, address }) => `${address} (${card})`);
  return [...(mode === 'dhcp' ? addresses.slice(1) : []), ...others];
}

/** Returns the IPv4 addresses, without prefix, that Windows will have. Requires a network that evaluate() accepts. */
export function keptAddresses(facts: Facts): string[] {
  const { mode, addresses } = planNetwork(facts);
  const kept = mode === 'dhcp' ? addresses.slice(0, 1) : addresses;
  return kept.map(ipOf);
}

/** Returns the IPv4 addresses with the source address of outgoing traffic first. */
function inOrderOfUse({ addresses4, route4 }: Facts): AddressFacts[] {
  const first =
    addresses4.find(({ address }) => address.split('/')[0] === route4?.source) ??
    addresses4.find(({ address }) => sameNetwork(withPrefix(address, 32), route4?.via ?? '')) ??
    addresses4[0];
  return first ? [first, ...addresses4.filter((address) => address !== first)] : [];
}

function planIpv6({
  addresses6,
  otherAddresses,
  route6,
}: Facts): Pick<NetworkPlan, 'ipv6Addresses' | 'ipv6Gateway' | 'ipv6Onlink' | 'ipv6FromMac'> {
  const addresses = addresses6
    .filter(({ dynamic }) => !dynamic)
    .map(({ address }) => withPrefix(address, 128))
    .filter((address) => isAddress(address, isIPv6, 128));
  const byHand = route6 && !route6.announced && isIPv6(route6.via) && addresses.length > 0;
  const gateway = byHand && !route6.via.includes('%') ? route6.via : null;
  return {
    ipv6Addresses: addresses,
    ipv6Gateway: gateway,
    ipv6Onlink: gateway !== null && !reaches6(addresses, gateway),
    // Includes other cards because UpCloud uses a separate card for IPv6 and Windows has only a global setting.
    ipv6FromMac:
      addresses6.length > 0 || otherAddresses.some(({ address }) => address.includes(':')),
  };
}

/** Whether a gateway is reachable on the link without its own route. */
function reaches6(addresses: string[], gateway: string): boolean {
  const networks = new BlockList();
  networks.addSubnet('fe80::', 10, 'ipv6');
  for (const address of addresses) {
    const [ip = '', prefix] = address.split('/');
    networks.addSubnet(ip, Number(prefix), 'ipv6');
  }
  return networks.check(gateway, 'ipv6');
}

/** Returns the description of an invalid network; `null` if valid. All values of a plan came from the VPS. */
export function networkProblem({ mac, addresses, gateway, mtu }: NetworkPlan): string | null {
  if (!/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(mac)) return 'the network card has an unusual address';
  if (!addresses.every((address) => isAddress(address, isIPv4, 32))) {
    return 'an address is not an IPv4 address';
  }
  if (!isIPv4(gateway)) return 'the gateway is not an IPv4 address';
  // Minimum of IPv4 and maximum of common cards.
  return mtu >= 576 && mtu <= 9216 ? null : 'packets have an unusual size';
}

const ipOf = (address: string): string => address.split('/')[0]!;

/** Adds a prefix because point-to-point links have addresses without one. */
const withPrefix = (address: string, withSuffix: number): string =>
  address.includes('/') ? address : `${address}/${withSuffix}`;

function isAddress(text: string, is: (ip: string) => boolean, longest: number): boolean {
  const [ip = '', prefix = '', ...rest] = text.split('/');
  return rest.length === 0 && is(ip) && /^\d{1,3}$/.test(prefix) && Number(prefix) <= longest;
}

const isAnyAddress = (text: string): boolean =>
  isAddress(withPrefix(text, 32), isIPv4, 32) || isAddress(withPrefix(text, 128), isIPv6, 128);

export function sameNetwork(addressWithPrefix: string, other: string): boolean {
  const [address = '', prefix = '32'] = addressWithPrefix.split('/');
  const bits = 32 - Number(prefix);
  const network = (ip: string) => Math.floor(toNumber(ip) / 2 ** bits);
  return network(address) === network(other);
}

const toNumber = (ip: string): number =>
  ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
