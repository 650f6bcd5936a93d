import type { DomainError } from '@casement/common/core/errors/domain-error.js';
import type { RowProblem } from '@casement/proto/http/install/batches.js';
import type { InstallFailure } from '@casement/proto/http/install/install.js';
import type { StoredCheck } from '../vps-checks/vps-checks.service.js';

const RETRY = 'Retry this row when the reason is gone.';

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
    cure: 'This row waits and is tried again automatically.',
  }),

  noQuota: (): InstallFailure => ({
    code: 'BATCH_NO_QUOTA',
    message: 'No quota was left when the turn of this machine came. Nothing was changed on it.',
    cure: 'Top up your quota, then retry this row.',
  }),

  expired: (): InstallFailure => ({
    code: 'BATCH_CREDENTIALS_ERASED',
    message:
      'This machine waited for 24 hours, so its passwords were erased. Nothing was changed on it and no quota was used.',
    cure: 'Retry this row with its passwords.',
  }),

  cancelled: (): InstallFailure => ({
    code: 'BATCH_ROW_CANCELLED',
    message: 'Cancelled before it began. Nothing was changed on the VPS and no quota was used.',
    cure: 'Retry this row with its passwords, if it should be installed after all.',
  }),

  installDeleted: (): InstallFailure => ({
    code: 'BATCH_INSTALL_DELETED',
    message: 'An administrator has deleted the record of this install.',
    cure: 'Contact support if you do not know why.',
  }),

  fault: (): InstallFailure => ({
    code: 'BATCH_FAULT',
    message: 'An unexpected error happened on our side. Nothing was started and no quota was used.',
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
