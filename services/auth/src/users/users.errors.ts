import { DomainError } from '@casement/common/errors/domain-error.js';

export class UsernameTaken extends DomainError {
  constructor() {
    super('conflict', 'USERNAME_TAKEN', 'Username is already taken', {
      details: [{ path: 'username', message: 'Username is already taken' }],
    });
  }
}

export class EmailTaken extends DomainError {
  constructor() {
    super('conflict', 'EMAIL_TAKEN', 'Email is already registered', {
      details: [{ path: 'email', message: 'Email is already registered' }],
    });
  }
}

/** The token is good, but its account is gone. */
export class AccountGone extends DomainError {
  constructor() {
    super('unauthenticated', 'SESSION_REVOKED', 'This account no longer exists.');
  }
}

export class TooManyIds extends DomainError {
  constructor(most: number) {
    super('invalid', 'VALIDATION_FAILED', `At most ${most} ids`);
  }
}

export class UserUnknown extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This user does not exist, or was deleted.');
  }
}

export class AccountBeingDeleted extends DomainError {
  constructor() {
    super('conflict', 'ACCOUNT_BEING_DELETED', 'This account is already being deleted.');
  }
}
