import type { TextFile } from '@/lib/csv/download.js';
import type { RdpTarget } from './rdp-target.js';

/**
 * Builds a remote desktop file (SPEC §9): user Administrator, port 22 unless the service was set up otherwise, named
 * after the IP. It never contains a password.
 */
export function rdpFile({ ip, port, account, address }: RdpTarget): TextFile {
  const lines = [
    `full address:s:${address}`,
    `server port:i:${port}`,
    `username:s:${account}`,
    'prompt for credentials:i:1',
    'authentication level:i:2',
    'enablecredsspsupport:i:1',
    'autoreconnection enabled:i:1',
    'screen mode id:i:2',
    'redirectclipboard:i:1',
    'audiomode:i:0',
  ];
  return { name: `${ip}.rdp`, type: 'application/x-rdp', content: `${lines.join('\r\n')}\r\n` };
}
