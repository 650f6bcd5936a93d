import { DomainError } from '../../core/errors/domain-error.js';

export const operationsErrors = {
  deadLetterNotFound: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This event is no longer in the list.'),

  deadLetterInProgress: () =>
    new DomainError(
      'conflict',
      'CONFLICT',
      'This event is being retried right now. Please refresh.',
    ),

  jobNotFound: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This job is no longer in the list.'),

  dependencyNotFound: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This service does not use that system.'),

  testedJustNow: (retryAfterSeconds: number) =>
    new DomainError(
      'rate_limited',
      'RATE_LIMITED',
      'This was tested a moment ago. Please wait a few seconds.',
      { retryAfterSeconds },
    ),
};
