import type { PageMeta, PageQuery } from '@casement/proto/http/envelope.js';

export interface ReplyOptions {
  meta?: PageMeta;
  /** Additional top-level fields, for responses whose shape the specification defines. */
  extra?: Record<string, unknown>;
}

export class Reply<T = unknown> {
  constructor(
    readonly data: T,
    readonly message: string,
    readonly options: ReplyOptions,
  ) {}
}

/**
 * Creates a response with its message.
 *
 * @example return reply(toInvoice(paid), 'Invoice paid');
 */
export function reply<T>(data: T, message = 'OK', options: ReplyOptions = {}): Reply<T> {
  return new Reply(data, message, options);
}

/**
 * Creates the response of one page of a list: `data` is the array and `meta` its paging information.
 *
 * @param list result of listPage without the rows
 */
export function paged<T>(
  rows: readonly T[],
  list: Counted,
  query: PageQuery,
  message = 'OK',
): Reply<readonly T[]> {
  return reply(rows, message, { meta: pageMeta(query, list) });
}

interface Counted {
  /** Number of rows on all pages. */
  total: number;
  /** Set if there are more rows than `total`. */
  capped?: boolean;
  /** Cursor of the next page; absent on the last page. */
  next?: string | undefined;
}

/** Creates the `meta` of a page, for responses whose `data` contains more than the rows. */
export const pageMeta = (
  { page, pageSize }: PageQuery,
  { total, capped, next }: Counted,
): PageMeta => ({
  page,
  pageSize,
  total,
  ...(capped && { capped }),
  ...(next !== undefined && { next }),
});
