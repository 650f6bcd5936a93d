import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const legalErrors = {
  notPublished: () => new DomainError('not_found', 'NOT_FOUND', 'This page is not published.'),
  /** Thrown if a newer version was published after the customer's page was loaded. */
  outdated: () =>
    new DomainError(
      'conflict',
      'CONFLICT',
      'There is a newer version of the terms. Please reload the page.',
    ),
};
