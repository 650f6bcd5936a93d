import type { Batch, BatchRow } from '@casement/proto/http/install/batches/batches.js';

const COLUMNS: readonly (readonly [string, (row: BatchRow) => string | number | null])[] = [
  ['row', ({ row }) => row],
  ['ip', ({ ip }) => ip],
  ['win_ver', ({ win_ver }) => win_ver],
  ['status', ({ status }) => status],
  ['code', ({ failure }) => failure?.code ?? null],
  ['reason', ({ failure }) => failure?.message ?? null],
  ['what_to_do', ({ failure }) => failure?.cure ?? null],
  ['quota', ({ quota }) => quota],
  ['started_at', ({ started_at }) => started_at],
  ['finished_at', ({ finished_at }) => finished_at],
  ['install_id', ({ install_id }) => install_id],
  ['ssh_port', ({ ssh_port }) => ssh_port ?? null],
];

/**
 * Characters that start a formula in spreadsheets (OWASP, CSV injection), including full-width signs. Such cells get
 * an apostrophe because the addresses of rejected rows are stored exactly as sent.
 */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

export const batchResults = ({ rows }: Pick<Batch, 'rows'>): string =>
  [COLUMNS.map(([name]) => name), ...rows.map((row) => COLUMNS.map(([, cell]) => cell(row)))]
    .map((cells) => `${cells.map(written).join(',')}\r\n`)
    .join('');

function written(cell: string | number | null): string {
  if (cell === null) return '';
  const text = FORMULA.test(String(cell)) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
