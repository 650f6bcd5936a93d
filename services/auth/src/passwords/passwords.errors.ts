import { DomainError } from '@casement/common/core/errors/domain-error.js';

const WRONG = 'Your current password is not correct. Your password was not changed.';

export const passwordErrors = {
  /** Not a 401: the session is valid, and the client would repeat the call (SPEC §8). */
  wrongCurrent: () =>
    new DomainError('invalid', 'WRONG_PASSWORD', WRONG, {
      details: [{ path: 'currentPassword', message: WRONG }],
    }),
  /** SPEC §8: unknown, used, expired and replaced by a newer link, all alike. */
  resetLinkInvalid: () =>
    new DomainError(
      'invalid',
      'RESET_LINK_INVALID',
      'This password reset link is invalid or has expired.',
    ),
};
