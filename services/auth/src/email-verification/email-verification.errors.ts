import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const emailVerificationErrors = {
  /** Message from SPEC §8. */
  codeRefused: () =>
    new DomainError(
      'invalid',
      'VERIFICATION_CODE_INVALID',
      'Please check your code and try again.',
    ),
  /** Identical whether the code is right or wrong, so that it reveals nothing about a guess. */
  codeSpent: () =>
    new DomainError(
      'invalid',
      'VERIFICATION_CODE_INVALID',
      'This code has expired or was tried too often. Please request a new one.',
    ),
  alreadyVerified: () =>
    new DomainError('conflict', 'ALREADY_VERIFIED', 'Your email address is already verified.'),
  /** Identical for unknown, used, expired and replaced links and for another user's link. */
  linkRefused: () =>
    new DomainError(
      'invalid',
      'VERIFICATION_LINK_INVALID',
      'This verification link is invalid or has expired. Please request a new one.',
    ),
  /** Thrown for legacy users who never had an address. A user who has lost an address gets EmailTaken. */
  noEmail: () => new DomainError('conflict', 'CONFLICT', 'Please add an email address first.'),
  emailAlreadyAdded: () =>
    new DomainError(
      'conflict',
      'EMAIL_ALREADY_ADDED',
      'This account already has an email address, so nothing was changed.',
    ),
};
