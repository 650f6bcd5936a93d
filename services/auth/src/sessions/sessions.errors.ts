import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const sessionErrors = {
  /** Unknown account and wrong password alike (SPEC §8). */
  wrongCredentials: () =>
    new DomainError(
      'unauthenticated',
      'INVALID_CREDENTIALS',
      'Please check your credentials and try again.',
    ),
  /** Missing, unknown, spent, expired and of another origin, all alike to the holder. */
  refreshRefused: () =>
    new DomainError(
      'unauthenticated',
      'REFRESH_INVALID',
      'Your session has ended. Please sign in again.',
    ),
  /** Too many tries on one account, from any address. No one is locked out, each try costs its caller some work. */
  proofRequired: () =>
    new DomainError(
      'forbidden',
      'PROOF_OF_WORK_REQUIRED',
      'Too many sign-ins to this account have failed. Please sign in on our own page.',
    ),
  notFound: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This session does not exist, or has ended already.'),
};
