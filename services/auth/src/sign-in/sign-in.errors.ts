import { DomainError } from '@casement/common/errors/domain-error.js';

/** Unknown account or wrong password, alike (SPEC §8). */
export class WrongCredentials extends DomainError {
  constructor() {
    super('unauthenticated', 'INVALID_CREDENTIALS', 'Please check your credentials and try again.');
  }
}
