import { DomainError } from '@casement/common/core/errors/domain-error.js';

const CODE_REFUSED = 'Invalid or expired code. Please try again.';

/**
 * SPEC §8: the code is wrong, expired or already used. A separate class because the two-factor settings catch it to
 * raise a signal.
 */
export class TwoFactorCodeRefused extends DomainError {
  constructor() {
    super('invalid', 'TWO_FACTOR_CODE_INVALID', CODE_REFUSED, {
      details: [{ path: 'code', message: CODE_REFUSED }],
    });
  }
}

export const twoFactorErrors = {
  /**
   * SPEC §5: the challenge is unknown, expired, used or tried too often. Not a 401, after which the client would
   * refresh its token and repeat the call.
   */
  noActiveChallenge: () =>
    new DomainError('invalid', 'TWO_FACTOR_CHALLENGE_INVALID', 'No active 2FA challenge'),
  /** SPEC §5: two-factor was not set up, or was set up with another secret. */
  notSetUp: () =>
    new DomainError(
      'conflict',
      'TWO_FACTOR_NOT_SET_UP',
      'Please setup 2FA first before enabling it.',
    ),
  passkeyRefused: () =>
    new DomainError(
      'invalid',
      'PASSKEY_REFUSED',
      'This passkey is unknown or no longer valid. Please try again.',
    ),
  passkeyNotFound: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This passkey does not exist or was removed.'),
  tooManyPasskeys: (max: number) =>
    new DomainError(
      'conflict',
      'TOO_MANY_PASSKEYS',
      `You have reached the limit of ${max} passkeys. Remove one that you no longer use.`,
    ),
  notEnabled: () =>
    new DomainError('conflict', 'TWO_FACTOR_NOT_SET_UP', '2FA is not enabled for your account.'),
  alreadyEnabled: () =>
    new DomainError(
      'conflict',
      'TWO_FACTOR_ALREADY_ENABLED',
      '2FA is already enabled. Disable it first to set it up again.',
    ),
};
