import type { NetworkPlan } from '../machine/network-plan.js';

/** KEY=VALUE lines that network.ps1 applies at Windows' first start, by the card's MAC. */
export function networkFile(plan: NetworkPlan, rdpPort: number): string {
  const lines = {
    MAC: plan.mac,
    MODE: plan.mode,
    ADDRESS: plan.addresses.join(','),
    GATEWAY: plan.gateway,
    ONLINK: yesNo(plan.onlink),
    DNS: plan.dns.join(','),
    IPV6_ADDRESS: plan.ipv6Addresses.join(','),
    IPV6_GATEWAY: plan.ipv6Gateway ?? '',
    IPV6_ONLINK: yesNo(plan.ipv6Onlink),
    IPV6_FROM_MAC: yesNo(plan.ipv6FromMac),
    MTU: String(plan.mtu),
    RDP_PORT: String(rdpPort),
  };
  return Object.entries(lines)
    .map(([key, value]) => `${key}=${safe(value)}\r\n`)
    .join('');
}

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/** These values came from the VPS: nothing but what addresses are made of goes on into Windows. */
function safe(value: string): string {
  if (!/^[0-9A-Za-z.:/,%-]*$/.test(value)) throw new Error(`not a network value: ${value}`);
  return value;
}
