import { DomainError } from '@casement/common/errors/domain-error.js';

/** Classes, since the first administrator's creation catches both. */
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

export const userErrors = {
  /** The token is valid, but its account is gone. */
  gone: () =>
    new DomainError('unauthenticated', 'SESSION_REVOKED', 'This account no longer exists.'),
  tooManyIds: (max: number) =>
    new DomainError('invalid', 'VALIDATION_FAILED', `At most ${max} ids`),
  notFound: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This user does not exist, or was deleted.'),
  beingDeleted: () =>
    new DomainError('conflict', 'ACCOUNT_BEING_DELETED', 'This account is already being deleted.'),
};
