import { DomainError } from '../errors/domain-error.js';

/** A class, since the guard reports these, and no other refusals, as signals. */
export class Unauthenticated extends DomainError {
  constructor(cause?: unknown) {
    super('unauthenticated', 'UNAUTHENTICATED', 'Please log in.', { cause });
  }
}

export const authErrors = {
  tokenExpired: () =>
    new DomainError(
      'unauthenticated',
      'TOKEN_EXPIRED',
      'Your session has expired. Please log in again.',
    ),
  sessionRevoked: () =>
    new DomainError(
      'unauthenticated',
      'SESSION_REVOKED',
      'Your session has ended. Please log in again.',
    ),
  adminsOnly: () => new DomainError('forbidden', 'FORBIDDEN', 'You are not allowed to do this.'),
  /** Not a 401: the token may be valid, so the client must not sign the user out. */
  keysUnavailable: (cause?: unknown) =>
    new DomainError('unavailable', 'UNAVAILABLE', 'Signing in can’t be checked at the moment.', {
      cause,
    }),
};
