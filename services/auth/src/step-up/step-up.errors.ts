import { DomainError } from '@casement/common/core/errors/domain-error.js';

/** Not a 401, after which the client would refresh its token and repeat the call. */
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
