import { spawn } from 'node:child_process';
import { join } from 'node:path';

const { BASE_URL = '' } = process.env;
const COMMAND = join(import.meta.dirname, '../../../cli/dist/casement.js');

interface Run {
  exit: number | null;
  out: string;
  err: string;
}

export function start(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env['PATH'] ?? '', CASEMENT_URL: BASE_URL, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run: Run = { exit: null, out: '', err: '' };
  child.stdout.on('data', (part: Buffer) => (run.out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (run.err += part.toString()));
  const ended = new Promise<Run>((resolve) =>
    child.on('close', (exit) => resolve({ ...run, exit })),
  );
  return { run, ended };
}

/** Returns a function that runs `casement` with this key and returns its output. */
export const withKey =
  (key: string, env: Record<string, string> = {}) =>
  (...args: string[]) =>
    start(args, { CASEMENT_API_KEY: key, CASEMENT_CONFIG: '/nonexistent', ...env }).ended;

/** API key scopes of a customer and of an administrator. */
export const CUSTOMER = [
  ...['installs:read', 'installs:write', 'topups:read', 'topups:write'],
  ...['quota:read', 'webhooks'],
];
export const ADMIN = ['admin:read', 'admin:images', 'admin:quota', 'admin:blocks'];
