import '@/lib/form/zod-config.js';
import {
  rowProblems,
  type BatchRowRequest,
  type RowProblem,
} from '@casement/proto/http/install/batches/batches.js';
import papa from 'papaparse';

/** Defaults for machines that omit a value. */
export interface MachineDefaults {
  win_ver: string;
  passwd_rdp: string;
}

export interface Machine {
  /** Position in the list, from 1. */
  row: number;
  request: BatchRowRequest;
  problem: RowProblem | null;
}

const ORDER = ['ip', 'passwd_vps', 'passwd_rdp', 'win_ver', 'ssh_port', 'ssh_user'] as const;

/**
 * Parses a pasted list or a CSV file with a machine per line, in the default column order or in that of a header
 * line. Loaded with the first preview, like the rules of the form.
 */
export function readMachines(text: string, defaults: MachineDefaults, hasKey: boolean): Machine[] {
  const { data } = papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
  });
  const [first = [], ...remainingRows] = data;
  const names = first.map((cell) => cell.trim().toLowerCase());
  const hasHeader = names.includes('ip');
  const columns: readonly string[] = hasHeader ? names : ORDER;
  const requests = (hasHeader ? remainingRows : data).map((cells) =>
    toRequest(cells, columns, defaults),
  );
  const problems = rowProblems(requests, hasKey);
  return requests.map((request, n) => ({ row: n + 1, request, problem: problems[n] ?? null }));
}

function toRequest(
  cells: string[],
  columns: readonly string[],
  defaults: MachineDefaults,
): BatchRowRequest {
  // Untrimmed because spaces may belong to a password.
  const cell = (name: (typeof ORDER)[number]) => cells[columns.indexOf(name)] ?? '';
  const port = cell('ssh_port').trim();
  const user = cell('ssh_user').trim();
  return {
    ip: cell('ip').trim(),
    passwd_vps: cell('passwd_vps'),
    passwd_rdp: cell('passwd_rdp') || defaults.passwd_rdp,
    win_ver: cell('win_ver').trim() || defaults.win_ver,
    ...(port && { ssh_port: Number(port) }),
    ...(user && { ssh_user: user }),
  };
}
