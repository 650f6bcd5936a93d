import { readFileSync, statSync } from 'node:fs';
import Papa from 'papaparse';
import { CliError, EXIT } from './exit-codes.js';
import type { Io } from './io.js';

/** Columns of `machines.csv`; only the first is required. */
const COLUMNS = ['ip', 'win_ver', 'passwd_vps', 'passwd_rdp', 'ssh_port', 'ssh_user'] as const;
type Column = (typeof COLUMNS)[number];

export interface Machine {
  ip: string;
  win_ver: string;
  passwd_vps: string;
  passwd_rdp: string;
  ssh_port?: number;
  ssh_user?: string;
}

/** Values of rows that have none. */
export interface MachineDefaults {
  windows?: string;
  port?: number;
  user?: string;
}

/**
 * Parses the file and checks its format. The values are validated by Casement, which reports errors on their rows.
 *
 * @throws CliError if the format is invalid
 */
function parseMachines(text: string, defaults: MachineDefaults): Machine[] {
  const { data, errors, meta } = Papa.parse<Partial<Record<Column, string>>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (name) => name.trim().toLowerCase(),
  });
  const names = meta.fields ?? [];
  const unknown = names.filter((name) => !(COLUMNS as readonly string[]).includes(name));
  if (!names.includes('ip')) failWith(['Missing column: ip.']);
  if (unknown.length > 0) failWith([`Unknown columns: ${unknown.join(', ')}.`]);
  // Ignores the error about an undetectable delimiter, because a file with a single column has none.
  const parseErrors = errors.filter(({ type }) => type !== 'Delimiter');
  const problems = parseErrors.map(({ row, message }) => `Row ${(row ?? 0) + 1}: ${message}.`);
  const machines = data.map((row, index): Machine => {
    const port = row.ssh_port?.trim() || defaults.port;
    if (port && !/^\d{1,5}$/.test(`${port}`))
      problems.push(`Row ${index + 1}: invalid port ${port}.`);
    const user = row.ssh_user?.trim() || defaults.user;
    return {
      ip: row.ip?.trim() ?? '',
      win_ver: row.win_ver?.trim() || (defaults.windows ?? ''),
      passwd_vps: row.passwd_vps ?? '',
      passwd_rdp: row.passwd_rdp ?? '',
      ...(port && { ssh_port: Number(port) }),
      ...(user && { ssh_user: user }),
    };
  });
  if (machines.length === 0) problems.push('The file contains no machines.');
  if (problems.length > 0) failWith(problems);
  return machines;
}

/** Reads the file, with a warning if other users may read the passwords in it. */
export function readMachines(io: Io, file: string, defaults: MachineDefaults): Machine[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
      io.writeError(
        `Warning: other users can read the passwords in ${file}. Run: chmod 600 ${file}\n`,
      );
    }
  } catch (error) {
    throw new CliError(`Cannot read ${file}: ${(error as Error).message}.`, EXIT.usage);
  }
  return parseMachines(text, defaults);
}

function failWith(problems: readonly string[]): never {
  throw new CliError(`${problems.join('\n')}\nNothing was started.`, EXIT.usage);
}
