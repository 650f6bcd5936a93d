import { DomainError } from '@casement/common/core/errors/domain-error.js';

/** A separate class because FirstAdministratorService catches it, like EmailTaken. */
export class UsernameTaken extends DomainError {
  constructor() {
    super('conflict', 'USERNAME_TAKEN', 'Username is already taken', {
      details: [{ path: 'username', message: 'Username is already taken' }],
    });
  }
}

/** Shown only to callers with a code or link that was sent to the address. */
export class EmailTaken extends DomainError {
  constructor() {
    super(
      'conflict',
      'EMAIL_TAKEN',
      'Another account has verified this email address, so it was removed from this account. Please sign in to that account or add a different address here.',
    );
  }
}

export const userErrors = {
  /** Thrown for a valid token whose account was deleted. */
  gone: () =>
    new DomainError('unauthenticated', 'SESSION_REVOKED', 'This account no longer exists.'),
  tooManyIds: (max: number) =>
    new DomainError('invalid', 'VALIDATION_FAILED', `At most ${max} ids`),
  notFound: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This user does not exist or was deleted.'),
  beingDeleted: () =>
    new DomainError('conflict', 'ACCOUNT_BEING_DELETED', 'This account is already being deleted.'),
};
