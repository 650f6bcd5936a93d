import type { LedgerCause, LedgerKind } from '@casement/proto/http/billing/ledger.js';
import type { LedgerEntryEntity } from './ledger-entry.entity.js';

type Explained = Pick<LedgerEntryEntity, 'kind' | 'reason'>;

/** Causes by the reason stored in the ledger. Other reasons get the cause of their kind. */
const byReason = new Map<string, LedgerCause>(
  Object.entries({
    charged_again: 'install_resumed',
    install_failed: 'install_failed',
    install_unknown: 'install_never_started',
    install_never_started: 'install_never_started',
    refunded_by_gateway: 'payment_refunded',
    refunded_by_administrator: 'payment_refunded',
    dispute_lost: 'payment_refunded',
    refund_not_made: 'refund_not_made',
    voucher_redeemed: 'voucher_redeemed',
    add: 'added_by_administrator',
    set: 'set_by_administrator',
  } as const),
);

const byKind: Record<LedgerKind, LedgerCause> = {
  credit: 'topup_paid',
  hold: 'install_requested',
  release: 'install_not_done',
  capture: 'install_completed',
  adjustment: 'changed_by_administrator',
  refund: 'returned',
};

export const CAUSES: Record<LedgerCause, string> = {
  topup_paid: 'Top-up paid',
  voucher_redeemed: 'Voucher redeemed',
  payment_refunded: 'Payment refunded',
  refund_not_made: 'Refund not made',
  install_requested: 'Reserved for an install',
  install_resumed: 'Reserved again: install resumed',
  install_completed: 'Install completed',
  install_failed: 'Install failed',
  install_never_started: 'Install never started',
  install_not_done: 'Install not carried out',
  added_by_administrator: 'Added by an administrator',
  set_by_administrator: 'Set by an administrator',
  changed_by_administrator: 'Changed by an administrator',
  returned: 'Returned',
};

export const causeOf = ({ kind, reason }: Explained): LedgerCause =>
  byReason.get(reason) ?? byKind[kind];
