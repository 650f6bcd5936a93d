import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const ledgerErrors = {
  /** SPEC §5: the install form's own sentence. */
  insufficientQuota: () =>
    new DomainError(
      'payment_required',
      'INSUFFICIENT_QUOTA',
      'Insufficient quota: You need at least 1 quota to install Windows.',
    ),
  quotaTooLarge: () =>
    new DomainError('invalid', 'VALIDATION_FAILED', 'A balance can hold at most 1000000000 quota.'),
  /** A source that already already belongs to another entry is a defect, not a refusal. */
  sourceTaken: (source: string) =>
    new Error(`ledger source ${source} already belongs to another entry`),
};
