import { DomainError } from '@casement/common/core/errors/domain-error.js';

const UNCHANGED = 'This is already your email address.';

export const emailChangeErrors = {
  unchanged: () =>
    new DomainError('invalid', 'VALIDATION_FAILED', UNCHANGED, {
      details: [{ path: 'email', message: UNCHANGED }],
    }),
  /** Shown only to callers with the code that was sent to the address. */
  taken: () =>
    new DomainError(
      'conflict',
      'EMAIL_TAKEN',
      'Another account uses this email address, so nothing was changed.',
    ),
  /** Identical for unknown, used and expired links. */
  undoRefused: () =>
    new DomainError('invalid', 'ACCOUNT_LINK_INVALID', 'This link is invalid or has expired.'),
};
