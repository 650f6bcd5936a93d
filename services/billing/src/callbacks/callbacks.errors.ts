import { DomainError } from '@casement/common/errors/domain-error.js';

export class CallbackSignatureInvalid extends DomainError {
  constructor() {
    super('forbidden', 'CALLBACK_SIGNATURE_INVALID', 'Invalid signature', { logLevel: 'warn' });
  }
}

export class CallbackEventUnknown extends DomainError {
  constructor() {
    super('invalid', 'VALIDATION_FAILED', 'Unrecognized callback event', { logLevel: 'warn' });
  }
}
