import type { LedgerItem } from '@casement/proto/http/billing/ledger.js';
import type { LedgerEntryEntity } from './ledger-entry.entity.js';
import { CAUSES, causeOf } from './ledger-causes.js';

export const toLedgerItem = (entry: LedgerEntryEntity): LedgerItem => ({
  id: entry.id,
  kind: entry.kind,
  amount: entry.amount,
  balance_after: entry.balanceAfter,
  cause: causeOf(entry),
  reason: CAUSES[causeOf(entry)],
  topup_id: entry.topupId,
  voucher_code: entry.voucherCode,
  install_id: entry.installId,
  created_at: entry.createdAt.toISOString(),
});

export const toAdminLedgerItem =
  (names: ReadonlyMap<string, string>) =>
  (entry: LedgerEntryEntity): LedgerItem => ({
    ...toLedgerItem(entry),
    note: entry.note,
    by: (entry.actorId && names.get(entry.actorId)) ?? null,
  });

export const CSV_HEADER = 'when,what,amount,balance after,why,top-up,installation\r\n';

/**
 * Formats an RFC 4180 line. Contains only numbers, IDs and our own sentences (quoted because of their commas), no
 * user input.
 */
export const toCsvLine = (entry: LedgerEntryEntity): string =>
  [
    entry.createdAt.toISOString(),
    entry.kind,
    entry.amount,
    entry.balanceAfter,
    `"${CAUSES[causeOf(entry)]}"`,
    entry.topupId ?? '',
    entry.installId ?? '',
  ].join(',') + '\r\n';
