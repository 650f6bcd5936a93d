import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const accountRecoveryErrors = {
  /** The owner must be able to object by mail. Administrators are reset by a command on the server. */
  unavailable: () =>
    new DomainError(
      'conflict',
      'RECOVERY_UNAVAILABLE',
      'Recovery needs a second factor and a verified email address, and is not for administrators.',
    ),
  notFound: () => new DomainError('not_found', 'NOT_FOUND', 'No recovery of this account waits.'),
  /** Identical for unknown, used and expired links. */
  linkRefused: () =>
    new DomainError('invalid', 'ACCOUNT_LINK_INVALID', 'This link is invalid or has expired.'),
};
