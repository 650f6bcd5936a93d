import { DomainError } from '../../core/errors/domain-error.js';

/** A class because the guard reports only these refusals as signals. */
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
   * Avoids a 401, after which a client would refresh its token, which does not help here (RFC 9470 uses a challenge).
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
  /** Avoids a 401 because the token may be valid and the client must not sign the user out. */
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
