import { z } from 'zod';
import { instant, pageQuery } from '../envelope.js';
import { RULES } from '../rules.js';

const ledgerKind = z.enum(['credit', 'hold', 'release', 'capture', 'adjustment', 'refund']);
export type LedgerKind = z.infer<typeof ledgerKind>;

/** Why quota moved. */
export const ledgerCause = z.enum([
  'topup_paid',
  'payment_refunded',
  'install_requested',
  'install_resumed',
  'install_completed',
  'install_failed',
  'install_never_started',
  'install_not_done',
  'added_by_administrator',
  'set_by_administrator',
  'changed_by_administrator',
  'returned',
]);
export type LedgerCause = z.infer<typeof ledgerCause>;

/** GET /user/quota/ledger and /admin/users/{id}/quota/ledger; with `format=csv` the whole ledger as a file. */
export const ledgerQuery = pageQuery.extend({
  format: z.enum(['json', 'csv'], RULES.LEDGER_FORMAT).default('json'),
});
export type LedgerQuery = z.infer<typeof ledgerQuery>;

/** One movement of quota, newest first. */
export const ledgerItem = z.object({
  id: z.string(),
  kind: ledgerKind,
  /** Signed; 0 where a held quota became a spent one. */
  amount: z.number().int(),
  balance_after: z.number().int(),
  cause: ledgerCause,
  /** The cause as a sentence for its owner. */
  reason: z.string(),
  /** What the administrator wrote about a correction. Not in the owner's view. */
  note: z.string().nullish(),
  /** Username of the administrator who made a correction; null once deleted. Not in the owner's view. */
  by: z.string().nullish(),
  /** What it belongs to; null for an administrator's correction. */
  topup_id: z.string().nullable(),
  install_id: z.string().nullable(),
  created_at: instant,
});
export type LedgerItem = z.infer<typeof ledgerItem>;
