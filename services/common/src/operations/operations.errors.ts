import { DomainError } from '../errors/domain-error.js';

export const operationsErrors = {
  letterNotFound: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This event is not in the list any more.'),

  letterUnderWay: () =>
    new DomainError(
      'conflict',
      'CONFLICT',
      'This event is being tried at this moment. Please look again.',
    ),

  jobNotFound: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This job is not in the list any more.'),

  dependencyNotFound: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This service asks no such system.'),

  testedJustNow: (retryAfterSeconds: number) =>
    new DomainError(
      'rate_limited',
      'RATE_LIMITED',
      'It was tested a moment ago. Please wait a few seconds.',
      { retryAfterSeconds },
    ),
};
