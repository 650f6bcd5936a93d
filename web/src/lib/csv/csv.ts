import type { Page } from '@/lib/api/api-client.js';

/** A page as a list is exported by it: from a position, as many rows as a page may have. */
export interface ExportPage {
  after: string;
  pageSize: number;
  signal: AbortSignal;
}

/** A column's heading, and its cell. Numbers stay numbers: a negative one is no formula. */
export type CsvColumn<T> = readonly [head: string, cell: (row: T) => string | number | null];

export interface CsvExport<T> {
  /** File name prefix; the day and `.csv` follow. */
  file: string;
  load: (page: ExportPage) => Promise<Page<T>>;
  columns: readonly CsvColumn<T>[];
}

const JAKARTA_MS = 7 * 3_600_000;

/** `2026-11-21T14:02:00.000+07:00`: Jakarta has no summer time. */
export const csvTime = (instant: string): string =>
  new Date(Date.parse(instant) + JAKARTA_MS).toISOString().replace('Z', '+07:00');

/** The most that a page may have: 1,000 calls for 100,000 rows, below the gateway's 3,000 a minute. */
const ROWS_PER_CALL = 100;

/**
 * What a spreadsheet takes for the beginning of a formula (OWASP, CSV injection), full-width signs included. Such a cell
 * gets an apostrophe. The library's own expression misses a cell of several lines.
 */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Excel takes a file without it for its own code page. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * A whole list as CSV (RFC 4180), page by page by the list's cursor: what is written meanwhile neither repeats nor hides
 * a row. Each call is short on any connection, and brings the names as the list has them; only text is kept.
 *
 * @param load a page of the list, with the filters in force
 * @param onRows how many there are so far
 * @returns null for an empty list
 * @throws ApiError of a page; what was read is dropped
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
