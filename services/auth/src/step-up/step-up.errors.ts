import { DomainError } from '@casement/common/core/errors/domain-error.js';

/** Avoids a 401, which would make the client refresh and repeat the call. */
export const stepUpErrors = {
  wrongPassword: () => refused('WRONG_PASSWORD', 'password', 'This password is incorrect.'),
  passwordNeeded: () => refused('VALIDATION_FAILED', 'password', 'Please enter your password.'),
  codeNeeded: () =>
    refused('VALIDATION_FAILED', 'code', 'Please enter the code from your authenticator app.'),
};

const refused = (
  code: 'WRONG_PASSWORD' | 'VALIDATION_FAILED',
  path: 'password' | 'code',
  message: string,
) => new DomainError('invalid', code, message, { details: [{ path, message }] });
