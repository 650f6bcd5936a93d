import { InvalidArgumentError, type Command } from 'commander';
import type { Io } from './io.js';
import { readKeyFile, readSecrets, RDP_PASSWORD, VPS_PASSWORD } from './secrets.js';

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

export const withVpsOptions = (command: Command): Command =>
  command
    .option('--port <number>', 'SSH port', parseWholeNumber)
    .option('--user <name>', 'SSH user (default: root)')
    .option('--key-file <file>', 'SSH private key to use instead of a password')
    .option('--stdin', 'read passwords from stdin, one per line');

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
    ...(keyFile !== undefined && { ssh_key: readKeyFile(keyFile) }),
    ...(keyFile !== undefined && ssh_passphrase && { ssh_passphrase }),
  };
  return { vps, passwd_rdp: values[0] ?? '' };
}
