import { DomainError } from '@casement/common/errors/domain-error.js';

export class AccountClosed extends DomainError {
  constructor() {
    super(
      'conflict',
      'ACCOUNT_CLOSED',
      'This account is being deleted, so no new installation can begin. Nothing was started and no quota was used.',
    );
  }
}

/** A CloseUser that comes after its own undoing, or after a newer attempt. */
export class DeletionOutdated extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'This attempt to delete the account was given up.');
  }
}
