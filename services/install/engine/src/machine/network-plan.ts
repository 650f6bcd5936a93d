import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import type { AddressFacts, Facts } from './facts.js';

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
  /** Static ones. What a router announces comes back automatically. */
  ipv6Addresses: string[];
  ipv6Gateway: string | null;
  /** As onlink. A link-local gateway never needs it. */
  ipv6Onlink: boolean;
  /**
   * Linux had IPv6: Windows makes its addresses of the card's (EUI-64) and no random ones. Providers' filters let only
   * known ones through, some of them after hours (OVH).
   */
  ipv6FromMac: boolean;
  dns: string[];
  mtu: number;
}

/** Where Linux asked only a resolver of its own, which goes with it. */
const PUBLIC_DNS = ['1.1.1.1', '8.8.8.8'];

/** @throws where evaluate() would have refused: no card, address or gateway */
export function planNetwork(facts: Facts): NetworkPlan {
  const { nic, route4 } = facts;
  const [first, ...others] = inOrderOfUse(facts);
  if (!nic || !route4 || !first)
    throw new Error('the network was not evaluated before it was planned');
  // One with a zone is of use on this very system only.
  const dns = facts.dns.filter((server) => isIP(server) !== 0 && !server.includes('%'));
  return {
    mac: nic.mac,
    // A lease without an end does not show in the address itself.
    mode: first.dynamic || route4.dhcp ? 'dhcp' : 'static',
    addresses: [first, ...others].map(({ address }) => withPrefix(address, 32)),
    gateway: route4.via,
    // Not by the route's own mark: ifupdown puts it on every route.
    onlink: !sameNetwork(withPrefix(first.address, 32), route4.via),
    ...planIpv6(facts),
    dns: dns.length > 0 ? dns : PUBLIC_DNS,
    mtu: nic.mtu,
  };
}

/**
 * The addresses of Linux that Windows will not have, as `10.9.0.5/24 (eth1)`: those by hand beside one from DHCP, and
 * those by hand of another card, where Windows asks DHCP. Empty where evaluate() refuses the network.
 */
export function lostAddresses(facts: Facts): string[] {
  if (!facts.nic || !facts.route4 || !facts.addresses4[0]) return [];
  const { mode, addresses } = planNetwork(facts);
  const others = facts.otherAddresses
    .filter(({ dynamic, address }) => !dynamic && isAnyAddress(address))
    .map(({ card, address }) => `${address} (${card})`);
  return [...(mode === 'dhcp' ? addresses.slice(1) : []), ...others];
}

/** The IPv4 addresses, first the one that traffic leaves with. */
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
    // On another card too: UpCloud gives IPv6 one of its own, and the switch is Windows' only one.
    ipv6FromMac:
      addresses6.length > 0 || otherAddresses.some(({ address }) => address.includes(':')),
  };
}

/** Whether a gateway can be asked for on the link without a route of its own. */
function reaches6(addresses: string[], gateway: string): boolean {
  const networks = new BlockList();
  networks.addSubnet('fe80::', 10, 'ipv6');
  for (const address of addresses) {
    const [ip = '', prefix] = address.split('/');
    networks.addSubnet(ip, Number(prefix), 'ipv6');
  }
  return networks.check(gateway, 'ipv6');
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

const isAnyAddress = (text: string): boolean =>
  isAddress(withPrefix(text, 32), isIPv4, 32) || isAddress(withPrefix(text, 128), isIPv6, 128);

/** Whether an IPv4 address lies in the network of another one, given with its prefix. */
export function sameNetwork(addressWithPrefix: string, other: string): boolean {
  const [address = '', prefix = '32'] = addressWithPrefix.split('/');
  const bits = 32 - Number(prefix);
  const network = (ip: string) => Math.floor(toNumber(ip) / 2 ** bits);
  return network(address) === network(other);
}

const toNumber = (ip: string): number =>
  ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
