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
 * @param total rows over all pages
 * @param next where the next page begins, in a list that is read by cursor
 */
export function paged<T>(
  rows: readonly T[],
  total: number,
  query: PageQuery,
  message = 'OK',
  next?: string,
): Reply<readonly T[]> {
  const { page, pageSize } = query;
  return reply(rows, message, {
    meta: { page, pageSize, total, ...(next !== undefined && { next }) },
  });
}

/** The SQL side of a page: `LIMIT pageSize OFFSET offset`. Below 2^63 for every page that a query may ask for. */
export const offsetOf = (query: PageQuery): number => (query.page - 1) * query.pageSize;
