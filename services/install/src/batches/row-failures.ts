import type { DomainError } from '@casement/common/core/errors/domain-error.js';
import type { RowProblem } from '@casement/proto/http/install/batches/batches.js';
import type { InstallFailure } from '@casement/proto/http/install/install.js';
import type { StoredCheck } from '../vps-checks/vps-checks.service.js';

const RETRY = 'Fix the cause, then retry this row.';

export const rowFailures = {
  ofForm: ({ code, message }: RowProblem): InstallFailure => ({
    code: code ?? 'VALIDATION_FAILED',
    message,
    cure: 'Correct this machine and send it in a new batch. Nothing was started and no quota was used.',
  }),

  of: ({ code, message }: DomainError): InstallFailure => ({ code, message, cure: RETRY }),

  waits: ({ code, message }: DomainError): InstallFailure => ({
    code,
    message,
    cure: 'This row is waiting and will be retried automatically.',
  }),

  noQuota: (): InstallFailure => ({
    code: 'BATCH_NO_QUOTA',
    message: 'Your quota ran out before this machine’s turn. Nothing was changed on it.',
    cure: 'Top up your quota, then retry this row.',
  }),

  expired: (): InstallFailure => ({
    code: 'BATCH_CREDENTIALS_ERASED',
    message:
      'This machine waited for 24 hours, so its passwords were deleted. Nothing was changed on it and no quota was used.',
    cure: 'Enter its passwords and retry this row.',
  }),

  cancelled: (): InstallFailure => ({
    code: 'BATCH_ROW_CANCELLED',
    message: 'Cancelled before it started. Nothing was changed on the VPS and no quota was used.',
    cure: 'If you still want to install it, enter its passwords and retry this row.',
  }),

  installDeleted: (): InstallFailure => ({
    code: 'BATCH_INSTALL_DELETED',
    message: 'An administrator deleted this install’s record.',
    cure: 'Contact support if you don’t know why.',
  }),

  fault: (): InstallFailure => ({
    code: 'BATCH_FAULT',
    message: 'An unexpected error occurred on our side. Nothing was started and no quota was used.',
    cure: 'Retry this row; if it happens again, contact support.',
  }),
};

/** Returns the failure of a check, or the first refusal of its preflight. */
export function checkFailure({ state }: StoredCheck): InstallFailure {
  const { failure, checks } = state;
  const found = failure ?? checks.find(({ result }) => result === 'refused');
  const { code, message, cure } = { ...rowFailures.fault(), ...found };
  return { code, message, cure } as InstallFailure;
}
