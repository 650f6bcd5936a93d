import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';

export const ANSWERS = 'casement:answers';

export interface AnswerOptions {
  /** One page of them, with `meta` beside `data`. */
  paged?: boolean;
  /** `meta` of a page stands beside `data`, which holds more than the rows. */
  meta?: boolean;
  /** 200 unless given. */
  status?: 201 | 202;
  /** Further top-level fields, as they are replied. */
  extra?: z.ZodRawShape;
  /** A content type that the caller may ask for instead, e.g. `text/csv`. */
  or?: string;
}

export interface Answer extends AnswerOptions {
  /** Of `data`; null where there is nothing to say but the message. */
  schema: z.ZodType | null;
}

/**
 * What stands in `data`, for the API reference; of a paged list, one row. Routes with `@RawAnswer` name their
 * content type there instead.
 *
 * @example
 * @Get('history')
 * @Answers(topupHistoryItem, { paged: true })
 */
export const Answers = (schema: z.ZodType | null, options: AnswerOptions = {}) =>
  SetMetadata(ANSWERS, { ...options, schema } satisfies Answer);
