import { DomainError } from '@casement/common/errors/domain-error.js';

export class RecoveryNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This recovery does not exist.');
  }
}

export class RecoveryOver extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'Only a recovery that is in progress can be cancelled.');
  }
}

export class RecoveryNotFailed extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'Only a recovery that has failed can be retried.');
  }
}
