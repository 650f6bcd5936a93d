import { DomainError } from '@casement/common/errors/domain-error.js';

export class LastAdministrator extends DomainError {
  constructor() {
    super(
      'conflict',
      'LAST_ADMINISTRATOR',
      'This is the last administrator, so nothing was changed. Make somebody else an administrator first.',
    );
  }
}

/** In the users list one's own row is one slip away. */
export class OwnAccount extends DomainError {
  constructor() {
    super(
      'conflict',
      'OWN_ACCOUNT',
      'This is your own account, so nothing was changed. Another administrator can do this.',
    );
  }
}
