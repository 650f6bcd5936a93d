import type { InstallRdp, InstallRecord } from '@casement/proto/http/install/install.js';
import { RDP_PORT, RDP_USER } from '@/config/limits.js';

/** Where and as whom one signs in to a new Windows. */
export interface RdpTarget {
  ip: string;
  port: number;
  account: string;
  /** `203.0.113.24:22` */
  address: string;
}

/** By its proof; where there is none, as the specification says (§9). */
export function rdpTarget(
  { ip, rdp_port }: Pick<InstallRecord, 'ip' | 'rdp_port'>,
  rdp: InstallRdp | null,
): RdpTarget {
  const port = rdp?.port ?? rdp_port ?? RDP_PORT;
  // As its VPS reported it: a line break would add a setting to the file.
  const account = rdp?.account.replace(/[\u0000-\u001f\u007f]/g, '') || RDP_USER;
  return { ip, port, account, address: `${ip}:${port}` };
}

export const mstsc = ({ address }: RdpTarget): string => `mstsc /v:${address}`;

export const xfreerdp = ({ address, account }: RdpTarget): string =>
  `xfreerdp /v:${address} /u:${quoted(account)}`;

/** For a shell, which would take more than the account out of an odd name. */
const quoted = (text: string): string =>
  /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** What Windows App opens on iOS, iPadOS, macOS and Android. */
export const rdpUri = ({ address, account }: RdpTarget): string =>
  `rdp://full%20address=s:${address}&username=s:${encodeURIComponent(account)}`;

/** `ab:cd:…`, as clients show it. */
export const fingerprint = (sha256: string): string => sha256.match(/../g)?.join(':') ?? sha256;

/** Of the code for phones, and of the place that is kept for it. */
export const QR_SIZE = { width: 176, height: 176 } as const;
