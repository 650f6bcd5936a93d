import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { conflict, notFound, rateLimited } from '../errors.js';

export const agentErrors = {
  tokenInvalid: () =>
    new DomainError('unauthenticated', 'AGENT_TOKEN_INVALID', 'Unknown or ended install'),

  /** The stage keeps retrying after this error, because a wrong network plan must not end the install. */
  elsewhere: () =>
    new DomainError('forbidden', 'FORBIDDEN', 'This token belongs to a VPS of another address'),

  fetchedTooMuch: () => rateLimited('This install has fetched its image several times'),

  /** Another boot holds the commit, or the install no longer waits for a commit. */
  commitRefused: () => conflict('COMMIT_REFUSED', 'The commit is not granted'),

  chunkNotFound: () => notFound('No such chunk in this image'),

  invalidForm: (cause: unknown) =>
    new DomainError('invalid', 'VALIDATION_FAILED', 'The form is not what the agent sends', {
      cause,
    }),
};
