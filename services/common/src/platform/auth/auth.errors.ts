import { DomainError } from '../../core/errors/domain-error.js';

/** A separate class because AccessGuard raises signals only for these refusals. */
export class Unauthenticated extends DomainError {
  constructor(cause?: unknown) {
    super('unauthenticated', 'UNAUTHENTICATED', 'Please sign in.', { cause });
  }
}

export const authErrors = {
  tokenExpired: () =>
    new DomainError(
      'unauthenticated',
      'TOKEN_EXPIRED',
      'Your session has expired. Please sign in again.',
    ),
  sessionRevoked: () =>
    new DomainError(
      'unauthenticated',
      'SESSION_REVOKED',
      'Your session has ended. Please sign in again.',
    ),
  /**
   * Uses 403 instead of the 401 of RFC 9470, because clients refresh their token after a 401, which does not help
   * here.
   */
  stepUpRequired: () =>
    new DomainError(
      'forbidden',
      'STEP_UP_REQUIRED',
      'Please confirm it’s you with your password or a code. Nothing was changed.',
    ),
  twoFactorRequired: () =>
    new DomainError(
      'forbidden',
      'TWO_FACTOR_REQUIRED',
      'Administrators must use two-factor authentication. Please set it up first. Nothing was changed.',
    ),
  adminsOnly: () => new DomainError('forbidden', 'FORBIDDEN', 'You are not allowed to do this.'),
  /** Uses 503 instead of 401: the token may be valid, and the client must not sign the user out. */
  keysUnavailable: (cause?: unknown) =>
    new DomainError(
      'unavailable',
      'UNAVAILABLE',
      'Your sign-in cannot be verified at the moment.',
      {
        cause,
      },
    ),
};
