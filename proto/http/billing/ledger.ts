import { z } from 'zod';
import { instant, pageQuery } from '../envelope.js';
import { RULES } from '../rules.js';

const ledgerKind = z.enum(['credit', 'hold', 'release', 'capture', 'adjustment', 'refund']);
export type LedgerKind = z.infer<typeof ledgerKind>;

export const ledgerCause = z.enum([
  'topup_paid',
  'voucher_redeemed',
  'payment_refunded',
  'refund_not_made',
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

/**
 * GET /user/quota/ledger and /admin/users/{id}/quota/ledger. `format=csv` returns the complete ledger as a file.
 * `view=summary` lists only entries that change the balance: one for a completed install, without the capture of its
 * hold.
 */
export const ledgerQuery = pageQuery.extend({
  format: z.enum(['json', 'csv'], RULES.LEDGER_FORMAT).default('json'),
  view: z.enum(['all', 'summary'], RULES.LEDGER_VIEW).default('all'),
});
export type LedgerQuery = z.infer<typeof ledgerQuery>;

/** Ledger entry, newest first. */
export const ledgerItem = z.object({
  id: z.string(),
  kind: ledgerKind,
  /** Signed; 0 if held quota was captured, which the summary merges into the hold. */
  amount: z.number().int(),
  balance_after: z.number().int(),
  cause: ledgerCause,
  /** Cause as a sentence for the owner. */
  reason: z.string(),
  /** Administrator's note about a correction. Omitted in the owner's view. */
  note: z.string().nullish(),
  /**
   * Username of the administrator who made a correction; `null` if that account was deleted. Omitted in the owner's
   * view.
   */
  by: z.string().nullish(),
  /** Top-up or install of the entry; `null` for an administrator's correction. */
  topup_id: z.string().nullable(),
  install_id: z.string().nullable(),
  /** Code whose quota was redeemed. Missing in responses of version 0.1.0. */
  voucher_code: z.string().nullish(),
  /** Reference of the top-up. Only in the summary. */
  topup_reference: z.string().nullish(),
  /** Address of the install. Only in the summary; `null` if install did not answer or has deleted the record. */
  install_ip: z.string().nullish(),
  created_at: instant,
});
export type LedgerItem = z.infer<typeof ledgerItem>;
