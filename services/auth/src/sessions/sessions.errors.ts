import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const sessionErrors = {
  /** Identical for an unknown account and a wrong password (SPEC §8). */
  wrongCredentials: () =>
    new DomainError(
      'unauthenticated',
      'INVALID_CREDENTIALS',
      'Please check your credentials and try again.',
    ),
  /** Identical for missing, unknown, spent and expired tokens, so that the response reveals nothing about a token. */
  refreshRefused: () =>
    new DomainError(
      'unauthenticated',
      'REFRESH_INVALID',
      'Your session has ended. Please sign in again.',
    ),
  /**
   * Thrown after too many attempts on one account from any addresses. Further attempts need a proof of work; the
   * account is not locked, because an attacker could then lock its owner out.
   */
  proofRequired: () =>
    new DomainError(
      'forbidden',
      'PROOF_OF_WORK_REQUIRED',
      'Too many sign-ins to this account have failed. Please sign in on our own page.',
    ),
  suspended: () =>
    new DomainError(
      'forbidden',
      'ACCOUNT_SUSPENDED',
      'This account is suspended. Please contact support.',
    ),
  notFound: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This session does not exist or has already ended.'),
};
