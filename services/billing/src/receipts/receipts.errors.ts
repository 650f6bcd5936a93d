import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const receiptErrors = {
  notFound: () => new DomainError('not_found', 'NOT_FOUND', 'Receipt not found'),
};
