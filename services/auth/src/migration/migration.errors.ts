import { DomainError } from '@casement/common/errors/domain-error.js';

export class EmailAlreadyAdded extends DomainError {
  constructor() {
    super(
      'conflict',
      'EMAIL_ALREADY_ADDED',
      'This account already has an email address, so nothing was changed.',
    );
  }
}
