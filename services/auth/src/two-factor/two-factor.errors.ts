import { DomainError } from '@casement/common/errors/domain-error.js';

/** SPEC §5: unknown, expired, used or tried too often. Not a 401, which the client would repeat. */
export class NoActiveChallenge extends DomainError {
  constructor() {
    super('invalid', 'TWO_FACTOR_CHALLENGE_INVALID', 'No active 2FA challenge');
  }
}

/** SPEC §8: wrong, too old or used already. */
export class TwoFactorCodeRefused extends DomainError {
  constructor() {
    super('invalid', 'TWO_FACTOR_CODE_INVALID', 'Invalid or expired code. Please try again.', {
      details: [{ path: 'code', message: 'Invalid or expired code. Please try again.' }],
    });
  }
}

/** SPEC §5: nothing is set up, or the secret is not the one that was set up last. */
export class SetUpTwoFactorFirst extends DomainError {
  constructor() {
    super('conflict', 'TWO_FACTOR_NOT_SET_UP', 'Please setup 2FA first before enabling it.');
  }
}

export class TwoFactorNotEnabled extends DomainError {
  constructor() {
    super('conflict', 'TWO_FACTOR_NOT_SET_UP', '2FA is not enabled for your account.');
  }
}

export class TwoFactorAlreadyEnabled extends DomainError {
  constructor() {
    super(
      'conflict',
      'TWO_FACTOR_ALREADY_ENABLED',
      '2FA is already enabled. Disable it first to set it up anew.',
    );
  }
}
