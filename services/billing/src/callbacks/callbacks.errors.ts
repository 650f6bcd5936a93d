import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const callbackErrors = {
  signatureInvalid: () =>
    new DomainError('forbidden', 'CALLBACK_SIGNATURE_INVALID', 'Invalid signature', {
      logLevel: 'warn',
    }),
  eventUnknown: () =>
    new DomainError('invalid', 'VALIDATION_FAILED', 'Unrecognized callback event', {
      logLevel: 'warn',
    }),
};
