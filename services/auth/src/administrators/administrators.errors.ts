import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const administratorErrors = {
  last: () =>
    new DomainError(
      'conflict',
      'LAST_ADMINISTRATOR',
      'This is the last administrator, so nothing was changed. Make another user an administrator first.',
    ),
  /** Protects administrators who select their own row in the users list by mistake. */
  ownAccount: () =>
    new DomainError(
      'conflict',
      'OWN_ACCOUNT',
      'This is your own account, so nothing was changed. Another administrator can do this.',
    ),
};
