import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const holdErrors = {
  /** An install id that another user's hold already has: a defect or an attack. */
  ofAnotherUser: () =>
    new DomainError('conflict', 'CONFLICT', 'This install belongs to another user.', {
      logLevel: 'error',
    }),
};
