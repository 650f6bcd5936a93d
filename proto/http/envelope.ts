import { z } from 'zod';
import { RULES, type RuleCode } from './rules.js';

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
  /** Of the rule that the field breaks; absent where a service has refused it for another reason. */
  code?: RuleCode;
}

export const pageMeta = z.object({
  page: z.number().int(),
  pageSize: z.number().int(),
  total: z.number().int(),
  /** There are more rows than `total`: it was not counted further. */
  capped: z.literal(true).optional(),
  next: z.string().optional(),
});
export type PageMeta = z.infer<typeof pageMeta>;

/** Rows per page everywhere (SPEC §9). */
export const PAGE_SIZE = 15;

/** What a body that is no object at all gets to hear; fields speak for themselves. */
export const UNREADABLE = RULES.REQUEST_UNREADABLE;

/** For text that goes into the database or a log line. */
// The ranges of \p{Cc}, which generators of requests cannot read in the API document.
export const NO_CONTROL_CHARACTERS = /^[^\u0000-\u001f\u007f-\u009f]*$/;

/** Of text that may have several lines: PostgreSQL's has no NUL. */
export const NO_NUL = /^[^\u0000]*$/;

const MAX_PAGE = 10_000_000;

/** Query of every paged list: page 1 of 15 without parameters. */
export const pageQuery = z.object(
  {
    page: z.coerce
      .number(RULES.PAGE)
      .int(RULES.PAGE)
      .min(1, RULES.PAGE)
      .max(MAX_PAGE, RULES.PAGE_TOO_HIGH)
      .default(1),
    pageSize: z.coerce
      .number(RULES.PAGE_SIZE)
      .int(RULES.PAGE_SIZE)
      .min(1, RULES.PAGE_SIZE)
      .max(100, RULES.PAGE_SIZE)
      .default(PAGE_SIZE),
    /** In place of `page`: empty for the first page, then the `next` of the page before. */
    after: z.string(RULES.PAGE_AFTER_UNKNOWN).max(200, RULES.PAGE_AFTER_UNKNOWN).optional(),
  },
  UNREADABLE,
);
export type PageQuery = z.infer<typeof pageQuery>;

/** By what a list is sorted; the first is what it is sorted by without the parameter. */
export const sortedBy = <const K extends readonly [string, ...string[]]>(columns: K) => ({
  sort: z.enum(columns, RULES.SORT_UNKNOWN).default(columns[0] as never),
  order: z.enum(['desc', 'asc'], RULES.SORT_ORDER).default('desc'),
});

/** A user's id in a path or an RPC. In one spelling: locks and searches in texts compare letter by letter. */
export const userId = z.uuid(RULES.USER_UNKNOWN).toLowerCase();

/** An instant, ISO 8601 in UTC. Shown in Asia/Jakarta (SPEC §9). */
export const instant = z.iso.datetime();
