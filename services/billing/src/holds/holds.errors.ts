import { DomainError } from '@casement/common/errors/domain-error.js';

/** An install id that another user's hold already has: a defect or an attack, never ordinary. */
export class HoldOfAnotherUser extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'This install belongs to another user.', { logLevel: 'error' });
  }
}
