import { DomainError } from '@casement/common/errors/domain-error.js';

/** SPEC §8. */
export class CodeRefused extends DomainError {
  constructor() {
    super('invalid', 'VERIFICATION_CODE_INVALID', 'Please check your code and try again.');
  }
}

/** Said whatever the code was, so it tells a guesser nothing. */
export class CodeSpent extends DomainError {
  constructor() {
    super(
      'invalid',
      'VERIFICATION_CODE_INVALID',
      'This code has expired or was tried too often. Please request a new one.',
    );
  }
}

export class AlreadyVerified extends DomainError {
  constructor() {
    super('conflict', 'ALREADY_VERIFIED', 'Your email address is already verified.');
  }
}

/** Unknown, used, expired, of an older mail, or another user's. */
export class LinkRefused extends DomainError {
  constructor() {
    super(
      'invalid',
      'VERIFICATION_LINK_INVALID',
      'This verification link is invalid or has expired. Please request a new one.',
    );
  }
}

/** Legacy users without an address. */
export class NoEmailYet extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'Please add an email address first.');
  }
}
