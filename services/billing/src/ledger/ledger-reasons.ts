import type { LedgerEntry, LedgerKind } from './ledger-entry.entity.js';

type Explained = Pick<LedgerEntry, 'kind' | 'amount' | 'reason'>;

/** By what the ledger stores as the reason; any other one gets the sentence of its kind. */
const byReason = new Map(
  Object.entries({
    charged_again: 'Reserved again: the installation was taken up again',
    install_failed: 'Returned: the installation failed',
    install_unknown: 'Returned: the installation was never started',
    install_never_started: 'Returned: the installation was never started',
    refunded_by_gateway: 'Taken back: the payment was refunded',
    add: 'Added by an administrator',
    set: 'Set by an administrator',
  }),
);

const byKind: Record<LedgerKind, string> = {
  credit: 'Top-up paid',
  hold: 'Reserved for an installation',
  release: 'Returned: the installation was not carried out',
  capture: 'Spent: the installation completed',
  adjustment: 'Changed by an administrator',
  refund: 'Returned',
};

/** Why a balance moved, as a sentence for its owner. */
export const reasonOf = ({ kind, reason }: Explained): string =>
  byReason.get(reason) ?? byKind[kind];
