import { z } from 'zod';
import {
  BATCH_ROW_STATUSES,
  DEFAULT_BATCH_LIMIT,
  MAX_BATCH_LIMIT,
  MAX_BATCH_ROWS,
} from './batch-limits.js';
import {
  instant,
  NO_CONTROL_CHARACTERS,
  pageQuery,
  UNREADABLE,
  type FieldProblem,
} from '../envelope.js';
import { installFailure, installPhase, installRequest } from './install.js';
import { RULES, ruleCodeOf, type RuleCode } from '../rules.js';
import { vpsFields } from './vps-fields.js';

const MAX_CELL = 1024;
const cell = z.string(RULES.BATCH_CELL).max(MAX_CELL, RULES.BATCH_CELL);
/** It is stored and shown as it is, even if it is invalid. */
const shownCell = cell.regex(NO_CONTROL_CHARACTERS, RULES.BATCH_CELL);

/**
 * One machine as it is sent. A row that the form would refuse refuses itself alone: it is kept, shown with its reason, and
 * never started.
 */
const batchRowRequest = z.object(
  {
    ip: shownCell.default(''),
    /** May be empty where the batch has a key. */
    passwd_vps: cell.default(''),
    win_ver: shownCell.default(''),
    passwd_rdp: cell.default(''),
    ssh_port: z.number(RULES.SSH_PORT).optional(),
    ssh_user: shownCell.optional(),
  },
  RULES.BATCH_CELL,
);
export type BatchRowRequest = z.infer<typeof batchRowRequest>;

/** POST /user/batches */
export const batchRequest = z.object(
  {
    rows: z
      .array(batchRowRequest, RULES.BATCH_ROWS)
      .min(1, RULES.BATCH_ROWS)
      .max(MAX_BATCH_ROWS, RULES.BATCH_ROWS),
    /** One private key for all machines of the batch; it is opened at once. */
    ssh_key: vpsFields.ssh_key,
    /** Opens the key. It is not kept. */
    ssh_passphrase: vpsFields.ssh_passphrase,
  },
  UNREADABLE,
);
export type BatchRequest = z.infer<typeof batchRequest>;

/** POST /user/batches/{id}/start */
export const startBatchRequest = z.object(
  {
    limit: z
      .int(RULES.BATCH_LIMIT)
      .min(1, RULES.BATCH_LIMIT)
      .max(MAX_BATCH_LIMIT, RULES.BATCH_LIMIT)
      .default(DEFAULT_BATCH_LIMIT),
  },
  UNREADABLE,
);
export type StartBatchRequest = z.infer<typeof startBatchRequest>;

/**
 * POST /user/batches/{id}/rows/{row}/retry. What is left out stays as it was sent, as long as it is stored: see
 * `credentials_until`. A password of the VPS or a key takes the place of both.
 */
export const retryBatchRowRequest = z.object(
  {
    passwd_vps: cell.optional(),
    passwd_rdp: cell.optional(),
    ssh_key: vpsFields.ssh_key,
    ssh_passphrase: vpsFields.ssh_passphrase,
  },
  UNREADABLE,
);
export type RetryBatchRowRequest = z.infer<typeof retryBatchRowRequest>;

/**
 * `checking`: each machine is examined, and nothing is started. `ready`: all have been; it waits to be started. `running`, `paused`.
 * `cancelled`: nothing more begins. `ended`: every machine has its end.
 */
const batchStatus = z.enum(['checking', 'ready', 'running', 'paused', 'cancelled', 'ended']);
export type BatchStatus = z.infer<typeof batchStatus>;

export const batchRowStatus = z.enum(BATCH_ROW_STATUSES);
export type BatchRowStatus = z.infer<typeof batchRowStatus>;

const batchRow = z.object({
  /** Its place in the batch, from 1. */
  row: z.number().int(),
  ip: z.string(),
  win_ver: z.string(),
  win_name: z.string().nullable(),
  status: batchRowStatus,
  /** Of the install under way; null otherwise. */
  phase: installPhase.nullable(),
  /** Percent of the write, 0–100; null while nothing is written. */
  percent: z.number().nullable(),
  /** Why it did not become Windows; null where it did, or may yet. */
  failure: installFailure.nullable(),
  /** The field of the row that is wrong; null for anything else. */
  field: z.string().nullable(),
  quota: z.enum(['none', 'held', 'spent', 'returned']),
  /** See GET /user/install/{id}. */
  install_id: z.string().nullable(),
  /** See GET /user/install/check/{id}; gone after a day. */
  check_id: z.string().nullable(),
  /** How long its install will take, by what the preflight measured. */
  install_seconds: z.number().int().nullable(),
  /** Until when its passwords are stored for its turn or a retry; null: they are not. */
  credentials_until: instant.nullable(),
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
});
export type BatchRow = z.infer<typeof batchRow>;

export const batchSummary = z.object({
  id: z.string(),
  status: batchStatus,
  /** Installs at a time; null before the start. */
  limit: z.number().int().nullable(),
  /** Machines in it. */
  size: z.number().int(),
  /** Machines by status, 0 included. */
  counts: z.record(batchRowStatus, z.number().int()),
  /** Quota that starting what is ready will take. */
  cost: z.number().int(),
  created_at: instant,
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
});
export type BatchSummary = z.infer<typeof batchSummary>;

/** GET /user/batches/{id} */
export const batch = batchSummary.extend({ rows: z.array(batchRow) });
export type Batch = z.infer<typeof batch>;

/** GET /user/batches: newest first. */
export const batchesQuery = pageQuery;
export type BatchesQuery = z.infer<typeof batchesQuery>;

/** What is wrong with a row, as the form says it; `row` is set where it repeats the address of that row. */
export interface RowProblem extends FieldProblem {
  row?: number;
}

/**
 * Checks rows as the form checks one machine, and that no address comes twice.
 *
 * @param hasKey the batch has a key, so passwords of the VPS may be empty
 * @returns for each row the first thing that is wrong, or null
 */
export function rowProblems(
  rows: readonly BatchRowRequest[],
  hasKey: boolean,
): (RowProblem | null)[] {
  const first = new Map<string, number>();
  return rows.map((row, n) => {
    const parsed = installRequest.safeParse(hasKey ? { ...row, ssh_key: 'of the batch' } : row);
    if (!parsed.success) return problemOf(parsed.error.issues[0]);
    const before = first.get(parsed.data.ip);
    if (before !== undefined) return repeats(before);
    first.set(parsed.data.ip, n + 1);
    return null;
  });
}

function problemOf(issue: z.core.$ZodIssue | undefined): RowProblem {
  const message = issue?.message ?? UNREADABLE;
  return { path: issue?.path.join('.') ?? '', message, code: ruleCodeOf(message) };
}

const repeats = (row: number): RowProblem => ({
  path: 'ip',
  message: `${RULES.BATCH_DUPLICATE} (row ${row})`,
  code: 'BATCH_DUPLICATE' satisfies RuleCode,
  row,
});
