import { readFileSync, statSync } from 'node:fs';
import Papa from 'papaparse';
import { CliError, EXIT } from './exit-codes.js';
import type { Io } from './io.js';

/** Columns of `machines.csv`; the first four are needed. */
export const COLUMNS = [
  'ip',
  'win_ver',
  'passwd_vps',
  'passwd_rdp',
  'ssh_port',
  'ssh_user',
] as const;
type Column = (typeof COLUMNS)[number];

export interface Machine {
  ip: string;
  win_ver: string;
  passwd_vps: string;
  passwd_rdp: string;
  ssh_port?: number;
  ssh_user?: string;
}

/**
 * @throws CliError that names each row which cannot be sent. None has been: a file that is half wrong starts nothing.
 */
export function parseMachines(text: string): Machine[] {
  const { data, errors, meta } = Papa.parse<Partial<Record<Column, string>>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (name) => name.trim().toLowerCase(),
  });
  const names = meta.fields ?? [];
  const missing = ['ip', 'win_ver', 'passwd_rdp'].filter((name) => !names.includes(name));
  const unknown = names.filter((name) => !(COLUMNS as readonly string[]).includes(name));
  if (missing.length > 0) refuse([`The columns ${missing.join(', ')} are missing.`]);
  if (unknown.length > 0) refuse([`The columns ${unknown.join(', ')} are not known.`]);
  const lines = new Map<string, number>();
  const problems = errors.map(({ row, message }) => `Row ${(row ?? 0) + 1}: ${message}.`);
  const machines = data.map((row, index): Machine => {
    const at = index + 1;
    const ip = row.ip?.trim() ?? '';
    const before = lines.get(ip);
    if (!/^\d+(\.\d+){3}$/.test(ip))
      problems.push(`Row ${at}: ${ip || 'nothing'} is no IPv4 address.`);
    else if (before) problems.push(`Row ${at}: ${ip} is in row ${before} too.`);
    lines.set(ip, before ?? at);
    if (!row.win_ver?.trim()) problems.push(`Row ${at}: win_ver is empty.`);
    if (!row.passwd_rdp) problems.push(`Row ${at}: passwd_rdp is empty.`);
    const port = row.ssh_port?.trim();
    if (port && !/^\d{1,5}$/.test(port)) problems.push(`Row ${at}: ${port} is no port.`);
    const user = row.ssh_user?.trim();
    return {
      ip,
      win_ver: row.win_ver?.trim() ?? '',
      passwd_vps: row.passwd_vps ?? '',
      passwd_rdp: row.passwd_rdp ?? '',
      ...(port && { ssh_port: Number(port) }),
      ...(user && { ssh_user: user }),
    };
  });
  if (machines.length === 0) problems.push('There is no machine in it.');
  if (problems.length > 0) refuse(problems);
  return machines;
}

/** The file, with a warning where others may read the passwords in it. */
export function readMachines(io: Io, file: string): Machine[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
      io.writeError(`Warning: others may read the passwords in ${file}. Run: chmod 600 ${file}\n`);
    }
  } catch (error) {
    throw new CliError(`${file} cannot be read: ${(error as Error).message}.`, EXIT.usage);
  }
  return parseMachines(text);
}

function refuse(problems: readonly string[]): never {
  throw new CliError(`${problems.join('\n')}\nNothing was started.`, EXIT.usage);
}
