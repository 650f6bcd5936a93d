import type { InstallRecord } from '@casement/proto/http/install/install.js';
import type { InstallRdp } from '@casement/proto/http/install/rdp.js';
import { RDP_PORT, RDP_USER } from '@/config/limits.js';

/** Address and account for signing in to a new Windows. */
export interface RdpTarget {
  ip: string;
  port: number;
  account: string;
  /** Host and port, such as `203.0.113.24:22`. */
  address: string;
}

/** Uses the verified values if available, otherwise the defaults of the specification (§9). */
export function rdpTarget(
  { ip, rdp_port }: Pick<InstallRecord, 'ip' | 'rdp_port'>,
  rdp: InstallRdp | null,
): RdpTarget {
  const port = rdp?.port ?? rdp_port ?? RDP_PORT;
  // The VPS reports the account name; a line break in it would add a setting to the file.
  const account = rdp?.account.replace(/[\u0000-\u001f\u007f]/g, '') || RDP_USER;
  return { ip, port, account, address: `${ip}:${port}` };
}

export const mstsc = ({ address }: RdpTarget): string => `mstsc /v:${address}`;

export const xfreerdp = ({ address, account }: RdpTarget): string =>
  `xfreerdp /v:${address} /u:${quoted(account)}`;

/** Quotes for a shell, so that an unusual account name cannot inject commands. */
const quoted = (text: string): string =>
  /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** Link that Windows App opens on iOS, iPadOS, macOS and Android. */
export const rdpUri = ({ address, account }: RdpTarget): string =>
  `rdp://full%20address=s:${address}&username=s:${encodeURIComponent(account)}`;

/** Formats as `ab:cd:…`, like RDP clients. */
export const fingerprint = (sha256: string): string => sha256.match(/../g)?.join(':') ?? sha256;

/** Size of the QR code and of the space reserved for it. */
export const QR_SIZE = { width: 176, height: 176 } as const;
