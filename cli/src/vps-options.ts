import { isIPv4 } from 'node:net';
import { InvalidArgumentError, type Command } from 'commander';
import type { Io } from './io.js';
import { readTextFile, readSecrets, RDP_PASSWORD, VPS_PASSWORD } from './secrets.js';

export interface VpsOptions {
  port?: number;
  user?: string;
  keyFile?: string;
  stdin?: boolean;
}

export function parseWholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Must be a whole number.');
  return Number(text);
}

export function parseAddress(text: string): string {
  if (!isIPv4(text)) throw new InvalidArgumentError('Must be an IPv4 address like 203.0.113.7.');
  return text;
}

function parsePort(text: string): number {
  const port = parseWholeNumber(text);
  if (port < 1 || port > 65_535) throw new InvalidArgumentError('Must be from 1 to 65535.');
  return port;
}

export const withVpsOptions = (command: Command): Command =>
  command
    .option('--port <number>', 'SSH port of the VPS (default: 22)', parsePort)
    .option('--user <name>', 'SSH user, root or one with sudo (default: root)')
    .option('--key-file <file>', 'sign in with this SSH private key instead of a password')
    .option('--stdin', 'read passwords from standard input, one per line, instead of asking');

/**
 * Returns the VPS in the format of the API. A key makes the VPS's password optional; the password is then sent only
 * if it is in the environment.
 */
export async function readVps(io: Io, ip: string, options: VpsOptions, withRdp: boolean) {
  const { port, user, keyFile, stdin } = options;
  const needsPassword = keyFile === undefined;
  const requiredSecrets = [
    ...(needsPassword ? [VPS_PASSWORD] : []),
    ...(withRdp ? [RDP_PASSWORD] : []),
  ];
  const values = await readSecrets(io, requiredSecrets, stdin);
  const passwd_vps = needsPassword ? values.shift() : io.env[VPS_PASSWORD.variable];
  const ssh_passphrase = io.env['CASEMENT_SSH_PASSPHRASE'];
  const vps = {
    ip,
    ...(passwd_vps && { passwd_vps }),
    ...(port !== undefined && { ssh_port: port }),
    ...(user !== undefined && { ssh_user: user }),
    ...(keyFile !== undefined && { ssh_key: readTextFile(keyFile, 'key') }),
    ...(keyFile !== undefined && ssh_passphrase && { ssh_passphrase }),
  };
  return { vps, passwd_rdp: values[0] ?? '' };
}
