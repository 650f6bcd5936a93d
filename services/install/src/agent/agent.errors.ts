import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const agentErrors = {
  /** The agent's token is unknown, or its install has ended. */
  tokenInvalid: () =>
    new DomainError('unauthenticated', 'AGENT_TOKEN_INVALID', 'Unknown or ended install'),

  /** The stage goes on asking: it may be a mistake about the network, and its install must not end by it. */
  elsewhere: () =>
    new DomainError('forbidden', 'FORBIDDEN', 'This token belongs to a VPS of another address'),

  fetchedTooMuch: () =>
    new DomainError(
      'rate_limited',
      'RATE_LIMITED',
      'This install has fetched its image several times',
    ),

  /** Another boot holds the commit, or the install is no longer waiting for one. */
  commitRefused: () => new DomainError('conflict', 'COMMIT_REFUSED', 'The commit is not granted'),

  chunkNotFound: () => new DomainError('not_found', 'NOT_FOUND', 'No such chunk in this image'),

  invalidForm: (cause: unknown) =>
    new DomainError('invalid', 'VALIDATION_FAILED', 'The form is not what the agent sends', {
      cause,
    }),
};
