import { z } from 'zod';
import { PAGE_SIZE } from '../limits.js';
import { RULES, type RuleCode } from './rules.js';

/** Successful response of the API. For a list, `data` is the array and `meta` is next to it. */
export interface Success<T> {
  success: true;
  message: string;
  data: T;
  meta?: PageMeta;
}

/** Refusal or failure. `message` is the specification's text, `code` is stable (see error_reason.proto). */
export interface Failure {
  success: false;
  message: string;
  code: string;
  correlationId: string;
  details?: FieldProblem[];
}

export interface FieldProblem {
  /** Dotted path of the request field, e.g. `passwd_rdp`. */
  path: string;
  message: string;
  /** Code of the violated rule; absent if a service has refused the field for another reason. */
  code?: RuleCode;
}

export const pageMeta = z.object({
  page: z.number().int(),
  pageSize: z.number().int(),
  total: z.number().int(),
  /** Set if counting stopped at `total` and there are more rows. */
  capped: z.literal(true).optional(),
  next: z.string().optional(),
});
export type PageMeta = z.infer<typeof pageMeta>;

/** Message for a body that is not an object. Fields have their own messages. */
export const UNREADABLE = RULES.REQUEST_UNREADABLE;

/** For single-line text that is written to the database or a log line. */
// Equivalent to \p{Cc}, which request generators do not understand in the API document.
export const NO_CONTROL_CHARACTERS = /^[^\u0000-\u001f\u007f-\u009f]*$/;

/** For multi-line text: PostgreSQL text cannot contain NUL. */
export const NO_NUL = /^[^\u0000]*$/;

/** Note of an administrator about a decision, for the audit log. */
export const decisionNote = z
  .string(RULES.REVIEW_NOTE_REQUIRED)
  .trim()
  .min(1, RULES.REVIEW_NOTE_REQUIRED)
  .max(500, RULES.REVIEW_NOTE_TOO_LONG)
  .regex(NO_NUL, UNREADABLE);

const MAX_PAGE = 10_000_000;

/** Query of every paged list. Defaults to page 1 of 15 rows. */
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
    /** Replaces `page`: empty for the first page, then the `next` of the previous page. */
    after: z.string(RULES.PAGE_AFTER_UNKNOWN).max(200, RULES.PAGE_AFTER_UNKNOWN).optional(),
  },
  UNREADABLE,
);
export type PageQuery = z.infer<typeof pageQuery>;

/** Search of a list. 254 characters are the longest email address. */
export const searchText = z
  .string(RULES.SEARCH)
  .trim()
  .max(254, RULES.SEARCH)
  .regex(NO_CONTROL_CHARACTERS, RULES.SEARCH)
  .default('');

/** Sort columns of a list. The first one is the default. */
export const sortedBy = <const K extends readonly [string, ...string[]]>(columns: K) => ({
  sort: z.enum(columns, RULES.SORT_UNKNOWN).default(columns[0] as never),
  order: z.enum(['desc', 'asc'], RULES.SORT_ORDER).default('desc'),
});

/** User id in a path or RPC. Normalized to lower case because locks and text searches compare exactly. */
export const userId = z.uuid(RULES.USER_UNKNOWN).toLowerCase();

/** ISO 8601 in UTC. Shown in Asia/Jakarta (SPEC §9). */
export const instant = z.iso.datetime();
