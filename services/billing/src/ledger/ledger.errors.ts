import { INSUFFICIENT_QUOTA } from '@casement/proto/texts/quota.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const ledgerErrors = {
  insufficientQuota: () =>
    new DomainError('payment_required', 'INSUFFICIENT_QUOTA', INSUFFICIENT_QUOTA),
  quotaTooLarge: () =>
    new DomainError('invalid', 'VALIDATION_FAILED', 'A balance can hold at most 1000000000 quota.'),
  /** A plain Error because this is a defect, not a domain error. */
  sourceTaken: (source: string) =>
    new Error(`ledger source ${source} already belongs to another entry`),
};
