import { RDP_PORT, RDP_USER } from '../../config/limits.js';

/** A remote-desktop file (SPEC §9): user Administrator, port 22, named after the ip. No password goes into it. */
export function rdpFile(ip: string): { name: string; content: string } {
  const lines = [
    `full address:s:${ip}:${RDP_PORT}`,
    `server port:i:${RDP_PORT}`,
    `username:s:${RDP_USER}`,
    'prompt for credentials:i:1',
    'authentication level:i:2',
    'screen mode id:i:2',
    'redirectclipboard:i:1',
    'audiomode:i:0',
  ];
  return { name: `${ip}.rdp`, content: `${lines.join('\r\n')}\r\n` };
}

/** Hands a text to the browser as a file. */
export function download({ name, content }: { name: string; content: string }): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/x-rdp' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
