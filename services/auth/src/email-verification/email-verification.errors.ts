import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const emailVerificationErrors = {
  /** SPEC §8. */
  codeRefused: () =>
    new DomainError(
      'invalid',
      'VERIFICATION_CODE_INVALID',
      'Please check your code and try again.',
    ),
  /** The same for every code, so it gives a guesser no hint. */
  codeSpent: () =>
    new DomainError(
      'invalid',
      'VERIFICATION_CODE_INVALID',
      'This code has expired or was tried too often. Please request a new one.',
    ),
  alreadyVerified: () =>
    new DomainError('conflict', 'ALREADY_VERIFIED', 'Your email address is already verified.'),
  /** Unknown, used, expired, of an older mail, or another user's. */
  linkRefused: () =>
    new DomainError(
      'invalid',
      'VERIFICATION_LINK_INVALID',
      'This verification link is invalid or has expired. Please request a new one.',
    ),
  /** Legacy users who never had an address; who has lost one gets EmailTaken. */
  noEmail: () => new DomainError('conflict', 'CONFLICT', 'Please add an email address first.'),
  /** Of a user who has one already. */
  emailAlreadyAdded: () =>
    new DomainError(
      'conflict',
      'EMAIL_ALREADY_ADDED',
      'This account already has an email address, so nothing was changed.',
    ),
};
