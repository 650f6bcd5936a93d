import type { FailureCode } from '@casement/proto/texts/failures.js';
import type { StoredStatus } from './install-status.js';

export interface CancelledInstall {
  status: StoredStatus;
  /** Whether the disk is being replaced. */
  committed: boolean;
  failure: FailureCode | null;
}

export type Cancellation = { kind: 'cancel' } | { kind: 'same' } | { kind: 'late'; reason: string };

const tooLate = (reason: string): Cancellation => ({ kind: 'late', reason });

/** Transition table of cancellations. Idempotent: a repeated call after a lost response returns the same result. */
export function decideCancel({ status, committed, failure }: CancelledInstall): Cancellation {
  if (failure === 'CANCELLED') return { kind: 'same' };
  if (status === 'completed')
    return tooLate('This install is already completed, so there is nothing to cancel.');
  if (status === 'failed')
    return tooLate('This install has already failed, and its quota was returned.');
  if (committed || status === 'running' || status === 'manual_review') {
    return tooLate(
      'Windows is already being written to the disk, so the VPS can no longer return to Linux. The install continues.',
    );
  }
  if (failure !== null) {
    return tooLate('This install has already failed; the VPS is being returned to Linux.');
  }
  return { kind: 'cancel' };
}
