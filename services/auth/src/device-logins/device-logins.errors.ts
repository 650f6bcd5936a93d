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
  /** Identical for unknown, used and expired logins. */
  expired: () =>
    new DomainError(
      'invalid',
      'DEVICE_LOGIN_EXPIRED',
      'This sign-in is no longer valid. No key was created. Please start again.',
    ),
  /** Identical for unknown and already answered codes. */
  codeInvalid: () =>
    new DomainError('invalid', 'USER_CODE_INVALID', INVALID_CODE, {
      details: [{ path: 'user_code', message: INVALID_CODE }],
    }),
};
