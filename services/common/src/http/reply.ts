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
 */
export function paged(
  rows: readonly unknown[],
  total: number,
  query: PageQuery,
  message = 'OK',
): Reply {
  return reply(rows, message, { meta: { page: query.page, pageSize: query.pageSize, total } });
}

/** The SQL side of a page: `LIMIT pageSize OFFSET offset`. */
export const offsetOf = (query: PageQuery): number => (query.page - 1) * query.pageSize;
