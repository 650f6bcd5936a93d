import { HttpStatus } from '@nestjs/common';
import type { PageMeta, PageQuery } from '@casement/proto/http/envelope.js';

export interface ReplyOptions {
  /** 200 unless given. */
  status?: HttpStatus;
  meta?: PageMeta;
  /** Further top-level fields, for the calls whose answers the specification shapes so. */
  extra?: Record<string, unknown>;
}

export class Reply {
  constructor(
    readonly data: unknown,
    readonly message: string,
    readonly options: ReplyOptions,
  ) {}
}

/**
 * An answer with its message. A handler that returns anything else gets the message 'OK'.
 *
 * @example return reply(toInvoice(paid), 'Invoice paid');
 */
export function reply(data: unknown, message = 'OK', options: ReplyOptions = {}): Reply {
  return new Reply(data, message, options);
}

/**
 * One page of a list: `data` is the array, `meta` stands beside it.
 *
 * @param total rows over all pages
 * @param next where the next page begins, in a list that is read by cursor
 */
export function paged(
  rows: readonly unknown[],
  total: number,
  query: PageQuery,
  message = 'OK',
  next?: string,
): Reply {
  const { page, pageSize } = query;
  return reply(rows, message, {
    meta: { page, pageSize, total, ...(next !== undefined && { next }) },
  });
}

/** The SQL side of a page: `LIMIT pageSize OFFSET offset`. Below 2^63 for every page that a query may ask for. */
export const offsetOf = (query: PageQuery): number => (query.page - 1) * query.pageSize;
