import { DomainError } from '@casement/common/core/errors/domain-error.js';

const INVALID_CODE =
  'No sign-in is waiting for this code. It may be mistyped, already used, or more than 10 minutes old.';

export const deviceLoginErrors = {
  pending: () =>
    new DomainError(
      'invalid',
      'DEVICE_LOGIN_PENDING',
      'The sign-in was not confirmed yet. Please ask again later.',
      { logLevel: 'debug' },
    ),
  slowDown: (seconds: number) =>
    new DomainError(
      'invalid',
      'DEVICE_LOGIN_SLOW_DOWN',
      `Please wait ${seconds} seconds between requests.`,
      { retryAfterSeconds: seconds },
    ),
  denied: () =>
    new DomainError(
      'invalid',
      'DEVICE_LOGIN_DENIED',
      'The sign-in was denied in the browser. No key was created.',
    ),
  /** Identical for unknown, used and expired logins, so that the response reveals nothing about a guessed code. */
  expired: () =>
    new DomainError(
      'invalid',
      'DEVICE_LOGIN_EXPIRED',
      'This sign-in is no longer valid. No key was created. Please start again.',
    ),
  /** Identical for unknown codes and for codes that were already approved or denied. */
  codeInvalid: () =>
    new DomainError('invalid', 'USER_CODE_INVALID', INVALID_CODE, {
      details: [{ path: 'user_code', message: INVALID_CODE }],
    }),
};
