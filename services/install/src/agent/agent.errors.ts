import { DomainError } from '@casement/common/errors/domain-error.js';

export const agentErrors = {
  /** The agent's token is unknown, or its install has ended. */
  tokenInvalid: () =>
    new DomainError('unauthenticated', 'AGENT_TOKEN_INVALID', 'Unknown or ended install'),

  /** Another boot holds the commit, or the install is no longer waiting for one. */
  commitRefused: () => new DomainError('conflict', 'COMMIT_REFUSED', 'The commit is not granted'),

  chunkNotFound: () => new DomainError('not_found', 'NOT_FOUND', 'No such chunk in this image'),

  invalidForm: (cause: unknown) =>
    new DomainError('invalid', 'VALIDATION_FAILED', 'The form is not what the agent sends', {
      cause,
    }),
};
