import { RULES } from '@casement/proto/http/rules.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';

const invalid = (path: string, message: string) => () =>
  new DomainError('invalid', 'VALIDATION_FAILED', message, { details: [{ path, message }] });

export const receiptErrors = {
  notFound: () => new DomainError('not_found', 'NOT_FOUND', 'Receipt not found'),
  prefixOfReceipts: invalid('credit_note_prefix', RULES.RECEIPT_PREFIX_OF_RECEIPTS),
  prefixOfCreditNotes: invalid('receipt_prefix', RULES.RECEIPT_PREFIX_OF_CREDIT_NOTES),
};
