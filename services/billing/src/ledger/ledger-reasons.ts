import type { LedgerEntry, LedgerKind } from './ledger-entry.entity.js';

type Explained = Pick<LedgerEntry, 'kind' | 'amount' | 'reason'>;

/** By what the ledger stores as the reason; any other one gets the sentence of its kind. */
const byReason = new Map(
  Object.entries({
    charged_again: 'Held again: the install was resumed',
    install_failed: 'Returned: the install failed',
    install_unknown: 'Returned: the install was never started',
    install_never_started: 'Returned: the install was never started',
    refunded_by_gateway: 'Taken back: the payment was refunded',
    add: 'Added by an administrator',
    set: 'Set by an administrator',
  }),
);

const byKind: Record<LedgerKind, string> = {
  credit: 'Top-up paid',
  hold: 'Held for an install',
  release: 'Returned: the install did not take place',
  capture: 'Spent: the install completed',
  adjustment: 'Changed by an administrator',
  refund: 'Returned',
};

/** Why a balance moved, as a sentence for its owner. */
export const reasonOf = ({ kind, reason }: Explained): string =>
  byReason.get(reason) ?? byKind[kind];
