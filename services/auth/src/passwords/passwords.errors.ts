import { DomainError } from '@casement/common/core/errors/domain-error.js';

const WRONG = 'Your current password is incorrect. Your password was not changed.';
const CODE_NEEDED = 'Please enter the code from your authenticator app.';

export const passwordErrors = {
  /** A 401 would make the client refresh and repeat the call (SPEC §8). */
  wrongCurrent: () =>
    new DomainError('invalid', 'WRONG_PASSWORD', WRONG, {
      details: [{ path: 'currentPassword', message: WRONG }],
    }),
  /** A link does not suffice for an account with two-factor authentication. */
  codeNeeded: () =>
    new DomainError('invalid', 'VALIDATION_FAILED', CODE_NEEDED, {
      details: [{ path: 'code', message: CODE_NEEDED }],
    }),
  /** SPEC §8: identical for unknown, used, expired and replaced links. */
  resetLinkInvalid: () =>
    new DomainError(
      'invalid',
      'RESET_LINK_INVALID',
      'This password reset link is invalid or has expired.',
    ),
};
