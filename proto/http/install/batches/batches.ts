import { z } from 'zod';
import { addressText } from '../address-text.js';
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
} from '../../envelope.js';
import { installFailure, installPhase, installRequest } from '../install.js';
import { RULES, ruleCodeOf, type RuleCode } from '../../rules.js';
import { vpsFields } from '../vps-fields.js';
import { windowsOptions } from '../windows-options.js';

const MAX_CELL = 1024;
const cell = z.string(RULES.BATCH_CELL).max(MAX_CELL, RULES.BATCH_CELL);
/** Cell that is stored and shown unchanged, even if it is invalid. */
const printableCell = cell.regex(NO_CONTROL_CHARACTERS, RULES.BATCH_CELL);

/**
 * Submitted machine. An invalid row does not affect the others: it is stored, shown with its reason, and never
 * started.
 */
const batchRowRequest = z.object(
  {
    ip: printableCell.default(''),
    /** May be empty if the batch has a key. */
    passwd_vps: cell.default(''),
    win_ver: printableCell.default(''),
    passwd_rdp: cell.default(''),
    ssh_port: z.number(RULES.SSH_PORT).optional(),
    ssh_user: printableCell.optional(),
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
    /** Private key for all machines of the batch, decrypted immediately. */
    ssh_key: vpsFields.ssh_key,
    /** Passphrase of the private key. Never stored. */
    ssh_passphrase: vpsFields.ssh_passphrase,
    /** Settings of every machine. Each keeps its own computer name and address. */
    windows_options: windowsOptions
      .refine((options) => options.computer_name === undefined, {
        message: RULES.BATCH_COMPUTER_NAME,
        path: ['computer_name'],
      })
      .refine((options) => options.address === undefined, {
        message: RULES.BATCH_ADDRESS,
        path: ['address'],
      })
      .optional(),
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
 * POST /user/batches/{id}/rows/{row}/retry. Omitted fields keep their stored values as long as they exist: see
 * `credentials_until`. A VPS password or a key replaces both.
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
 * `checking`: the machines are being checked, and no install is started. `ready`: all are checked, and the batch
 * waits for its start. `running`, `paused`. `cancelled`: no further installs start. `ended`: every machine has a
 * final status.
 */
const batchStatus = z.enum(['checking', 'ready', 'running', 'paused', 'cancelled', 'ended']);
export type BatchStatus = z.infer<typeof batchStatus>;

/** `account_suspended`: an administrator suspended the account. Lifting the suspension does not resume the batch. */
const batchPauseReason = z.enum(['account_suspended']);
export type BatchPauseReason = z.infer<typeof batchPauseReason>;

export const batchRowStatus = z.enum(BATCH_ROW_STATUSES);
export type BatchRowStatus = z.infer<typeof batchRowStatus>;

/** Settings that are stored only sealed, and erased with the passwords. */
export const secretOption = z.enum(['account_password', 'product_key', 'script']);
export type SecretOption = z.infer<typeof secretOption>;

const batchRow = z.object({
  /** Position in the batch, from 1. */
  row: z.number().int(),
  ip: z.string(),
  /** `null` for the default port. Absent from older versions. */
  ssh_port: z.number().int().nullish(),
  win_ver: z.string(),
  win_name: z.string().nullable(),
  status: batchRowStatus,
  /** Phase of the install in progress; `null` otherwise. */
  phase: installPhase.nullable(),
  /** Percent of the write, 0–100; `null` while no data is written. */
  percent: z.number().nullable(),
  /** Reason why the machine was not converted to Windows; `null` if it was or still may be. */
  failure: installFailure.nullable(),
  /** Invalid field of the row; `null` for other failures. */
  field: z.string().nullable(),
  quota: z.enum(['none', 'held', 'spent', 'returned']),
  /** See GET /user/install/{id}. */
  install_id: z.string().nullable(),
  /** See GET /user/install/check/{id}. Deleted after a day. */
  check_id: z.string().nullable(),
  /** Estimated duration of the install, based on the preflight's measurement. */
  install_seconds: z.number().int().nullable(),
  /** Time until which the row's passwords are stored for its start or a retry; `null` if they are not stored. */
  credentials_until: instant.nullable(),
  /**
   * Windows settings of the batch that were erased, so that a retry installs without them. `account_password` stands
   * for the second account. Absent from older versions.
   */
  missing_options: z.array(secretOption).optional(),
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
});
export type BatchRow = z.infer<typeof batchRow>;

export const batchSummary = z.object({
  id: z.string(),
  status: batchStatus,
  /** Reason for an automatic pause; `null` otherwise. Absent from older versions. */
  pause_reason: batchPauseReason.nullish(),
  /** Maximum number of concurrent installs; `null` before the start. */
  limit: z.number().int().nullable(),
  /** Number of machines. */
  size: z.number().int(),
  /** Machines by status, including 0. */
  counts: z.record(batchRowStatus, z.number().int()),
  /** Quota required to start the ready machines. */
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

/** Problem of a row as reported by the form. `row` is set if the address repeats that row's address. */
export interface RowProblem extends FieldProblem {
  row?: number;
}

/**
 * Applies the checks of the single-machine form to each row, and checks that no VPS occurs twice.
 *
 * @param hasKey the batch has a key, so VPS passwords may be empty
 * @returns the first problem of each row, or null
 */
export function rowProblems(
  rows: readonly BatchRowRequest[],
  hasKey: boolean,
): (RowProblem | null)[] {
  const first = new Map<string, number>();
  return rows.map((row, n) => {
    const parsed = installRequest.safeParse(hasKey ? { ...row, ssh_key: 'of the batch' } : row);
    if (!parsed.success) return problemOf(parsed.error.issues[0]);
    const { ip, ssh_port } = parsed.data;
    const address = addressText(ip, ssh_port);
    const before = first.get(address);
    if (before !== undefined) return repeats(before);
    first.set(address, n + 1);
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
