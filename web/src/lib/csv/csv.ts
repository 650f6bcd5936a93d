import type { Page } from '@/lib/api/api-client.js';

/** Page request of an export: starts at a cursor and has the maximum page size. */
export interface ExportPage {
  after: string;
  pageSize: number;
  signal: AbortSignal;
}

/** Column heading and cell. Numbers stay numbers, since a negative number is not a formula. */
export type CsvColumn<T> = readonly [head: string, cell: (row: T) => string | number | null];

export interface CsvExport<T> {
  /** File name prefix, followed by the date and `.csv`. */
  file: string;
  load: (page: ExportPage) => Promise<Page<T>>;
  columns: readonly CsvColumn<T>[];
}

const JAKARTA_MS = 7 * 3_600_000;

/** Formats as `2026-11-21T14:02:00.000+07:00`. Jakarta has no daylight saving time. */
export const csvTime = (instant: string): string =>
  new Date(Date.parse(instant) + JAKARTA_MS).toISOString().replace('Z', '+07:00');

/** Maximum page size: 100,000 rows need 1,000 calls, below the gateway's limit of 3,000 per minute. */
const ROWS_PER_CALL = 100;

/**
 * Characters that a spreadsheet treats as the start of a formula (OWASP, CSV injection), including full-width signs.
 * Such a cell is prefixed with an apostrophe. The library's own expression misses multi-line cells.
 */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Excel assumes its local code page if there is no BOM. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Reads a complete list as CSV (RFC 4180), page by page with a cursor, so that concurrent writes neither repeat nor
 * hide a row. Short calls work on any connection, and only text is kept in memory.
 *
 * @param load a page of the list with the current filters
 * @param onRows called after each page with the number of rows so far
 * @returns null for an empty list
 * @throws ApiError of a page; the rows read so far are dropped
 */
export async function readCsv<T>(
  load: (page: ExportPage) => Promise<Page<T>>,
  columns: readonly CsvColumn<T>[],
  { signal, onRows }: { signal: AbortSignal; onRows: (rows: number) => void },
): Promise<{ content: string; rows: number } | null> {
  const { default: papa } = await import('papaparse');
  const lines = (data: (string | number | null)[][]) =>
    papa.unparse(data, { escapeFormulae: FORMULA, newline: '\r\n' }) + '\r\n';

  const parts = [BYTE_ORDER_MARK, lines([columns.map(([head]) => head)])];
  let rows = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const { items, meta }: Page<T> = await load({ after, pageSize: ROWS_PER_CALL, signal });
    signal.throwIfAborted();
    if (items.length > 0)
      parts.push(lines(items.map((row) => columns.map(([, cell]) => cell(row)))));
    rows += items.length;
    onRows(rows);
    after = meta.next;
  }
  return rows === 0 ? null : { content: parts.join(''), rows };
}
