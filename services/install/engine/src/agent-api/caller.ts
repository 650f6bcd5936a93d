import { BlockList, isIPv6 } from 'node:net';

/** Who calls as a RAM stage, as the HTTP server sees it. */
export interface AgentCaller {
  token: string;
  /** IPv4 or IPv6, without a prefix. */
  address: string;
}

/**
 * Whether an address belongs to a machine that is known by others: in a /24 with one of them, or a /64 of IPv6. What a
 * provider's NAT or IPv6 privacy changes stays within these.
 */
export function isNear(address: string, known: readonly string[]): boolean {
  const near = new BlockList();
  for (const one of known) {
    if (isIPv6(one)) near.addSubnet(one, 64, 'ipv6');
    else near.addSubnet(one, 24, 'ipv4');
  }
  return near.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
