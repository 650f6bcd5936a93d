import { DomainError } from '@casement/common/core/errors/domain-error.js';

const WRONG = 'Your current password is incorrect. Your password was not changed.';
const CODE_NEEDED = 'Please enter the code from your authenticator app.';

export const passwordErrors = {
  /** Not a 401, after which the client would refresh its token and repeat the call (SPEC §8). */
  wrongCurrent: () =>
    new DomainError('invalid', 'WRONG_PASSWORD', WRONG, {
      details: [{ path: 'currentPassword', message: WRONG }],
    }),
  /** For accounts with two-factor authentication, the link alone does not suffice. */
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
