import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const deliveryErrors = {
  notFound: () => new DomainError('not_found', 'NOT_FOUND', 'Delivery not found'),
  notFailed: () =>
    new DomainError(
      'conflict',
      'NOTICE_NOT_FAILED',
      'Only a notification that failed can be sent again.',
    ),
};
