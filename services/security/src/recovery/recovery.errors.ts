import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const recoveryErrors = {
  notFound: () => new DomainError('not_found', 'NOT_FOUND', 'This recovery does not exist.'),
  over: () =>
    new DomainError(
      'conflict',
      'CONFLICT',
      'Only a recovery that is in progress can be cancelled.',
    ),
  notFailed: () =>
    new DomainError('conflict', 'CONFLICT', 'Only a recovery that has failed can be retried.'),
};
