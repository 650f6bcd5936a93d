import type { Facts } from './facts.js';

/** Address and SSH port as entered by the customer, and the public port of remote desktop. */
export interface EnteredPorts {
  address: string;
  sshPort: number;
  rdpPort: number;
}

/** Whether a network card has the address; otherwise it belongs to the provider's NAT. */
export const isOwnAddress = ({ addresses4, otherAddresses }: Facts, address: string): boolean =>
  [...addresses4, ...otherAddresses].some((own) => own.address.split('/')[0] === address);

/**
 * Returns the port on which Windows must listen, or `null` if it is unknown. The provider's NAT stays, so this is the
 * port to which it leads. Redirects and relays of Linux itself disappear with Linux.
 */
export function windowsPort(
  facts: Facts,
  { address, sshPort, rdpPort }: EnteredPorts,
): number | null {
  // An operator's choice, or an install that an older version accepted.
  if (rdpPort !== sshPort) return rdpPort;
  const { sshLocal, listening, redirected } = facts;
  const known = (port: number) =>
    listening.length === 0 || listening.includes(port) ? port : null;
  if (sshLocal?.address === address || isOwnAddress(facts, address)) return sshPort;
  if (!sshLocal) return known(sshPort);
  if (redirected.length === 0) return known(sshLocal.port);
  if (redirected.some((ports) => ports && ports.from <= sshPort && sshPort <= ports.to))
    return sshPort;
  const [rule] = redirected;
  return redirected.length === 1 && rule?.from === rule?.to ? (rule?.from ?? null) : null;
}

/**
 * Ports on which Windows itself may listen: RPC, NetBIOS, SMB, Hyper-V, remote desktop before it is configured, device
 * discovery and delivery, WinRM, and RPC's first dynamic ports (from 49152, since Windows 10 from 49664). Source:
 * Microsoft, "Service overview and network port requirements for Windows".
 */
const USED_BY_WINDOWS: [from: number, to: number][] = [
  [135, 135],
  [139, 139],
  [445, 445],
  [2179, 2179],
  [3389, 3389],
  [5040, 5040],
  [5357, 5358],
  [5985, 5986],
  [7680, 7680],
  [47_001, 47_001],
  [49_152, 49_199],
  [49_664, 49_699],
];

export const isUsedByWindows = (port: number): boolean =>
  USED_BY_WINDOWS.some(([from, to]) => from <= port && port <= to);
