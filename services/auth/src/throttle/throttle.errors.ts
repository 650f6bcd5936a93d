import { DomainError } from '@casement/common/errors/domain-error.js';

export class TooManyAttempts extends DomainError {
  constructor(retryAfterSeconds: number) {
    super(
      'rate_limited',
      'RATE_LIMITED',
      'Too many attempts. Please wait a moment and try again.',
      { retryAfterSeconds },
    );
  }
}
