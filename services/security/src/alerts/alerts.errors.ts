import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const alertErrors = {
  notFound: () => new DomainError('not_found', 'NOT_FOUND', 'This alert no longer exists.'),
};
