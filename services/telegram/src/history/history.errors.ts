import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const historyErrors = {
  notFound: () => new DomainError('not_found', 'NOT_FOUND', 'There is no such notification.'),
};
