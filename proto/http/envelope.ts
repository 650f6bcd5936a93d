import { z } from 'zod';

/** Every successful answer of the API. A list's `data` is the array itself; `meta` stands beside it. */
export interface Success<T> {
  success: true;
  message: string;
  data: T;
  meta?: PageMeta;
}

/** Every refusal or failure. `message` is the specification's text, `code` is stable (see error_reason.proto). */
export interface Failure {
  success: false;
  message: string;
  code: string;
  correlationId: string;
  details?: FieldProblem[];
}

export interface FieldProblem {
  /** Dotted path of the field in the request, e.g. `passwd_rdp`. */
  path: string;
  message: string;
}

export const pageMeta = z.object({
  page: z.number().int(),
  pageSize: z.number().int(),
  total: z.number().int(),
  next: z.string().optional(),
});
export type PageMeta = z.infer<typeof pageMeta>;

/** Rows per page everywhere (SPEC §9). */
export const PAGE_SIZE = 15;

/** What a body that is no object at all gets to hear; fields speak for themselves. */
export const UNREADABLE = 'The request could not be read. Please try again.';

/** For text that goes into the database or a log line. */
// The ranges of \p{Cc}, which generators of requests cannot read in the API document.
export const NO_CONTROL_CHARACTERS = /^[^\u0000-\u001f\u007f-\u009f]*$/;

const MAX_PAGE = 10_000_000;
const PAGE = 'Page must be a whole number of at least 1';
const LAST_PAGE = `Page can be at most ${MAX_PAGE}`;
const AFTER = 'The next page is not known; please start again';
const PAGE_SIZES = 'Page size must be a whole number from 1 to 100';

/** Query of every paged list: page 1 of 15 without parameters. */
export const pageQuery = z.object(
  {
    page: z.coerce.number(PAGE).int(PAGE).min(1, PAGE).max(MAX_PAGE, LAST_PAGE).default(1),
    pageSize: z.coerce
      .number(PAGE_SIZES)
      .int(PAGE_SIZES)
      .min(1, PAGE_SIZES)
      .max(100, PAGE_SIZES)
      .default(PAGE_SIZE),
    /** In place of `page`: empty for the first page, then the `next` of the page before. */
    after: z.string(AFTER).max(200, AFTER).optional(),
  },
  UNREADABLE,
);
export type PageQuery = z.infer<typeof pageQuery>;

/** A user's id in a path or an RPC. In one spelling: locks and searches in texts compare letter by letter. */
export const userId = z.uuid('Unknown user').toLowerCase();

/** An instant, ISO 8601 in UTC. Shown in Asia/Jakarta (SPEC §9). */
export const instant = z.iso.datetime();
