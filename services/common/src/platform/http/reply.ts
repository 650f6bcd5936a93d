import type { PageMeta, PageQuery } from '@casement/proto/http/envelope.js';

export interface ReplyOptions {
  meta?: PageMeta;
  /** Further top-level fields, for the calls whose answers the specification shapes so. */
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
 * An answer with its message.
 *
 * @example return reply(toInvoice(paid), 'Invoice paid');
 */
export function reply<T>(data: T, message = 'OK', options: ReplyOptions = {}): Reply<T> {
  return new Reply(data, message, options);
}

/**
 * One page of a list: `data` is the array, `meta` stands beside it.
 *
 * @param list what listPage gives beside the rows
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
  /** Rows over all pages. */
  total: number;
  /** There are more rows than that. */
  capped?: boolean;
  /** Where the next page begins, for a reader by cursor; not on the last page. */
  next?: string | undefined;
}

/** The `meta` of a page, for answers that hold more than its rows. */
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
