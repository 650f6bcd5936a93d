import { DomainError } from '@casement/common/errors/domain-error.js';

const WRONG = 'Your current password is not correct. Your password was not changed.';

/** Not a 401: the session is good, and the client would repeat the call (SPEC §8). */
export class WrongCurrentPassword extends DomainError {
  constructor() {
    super('invalid', 'WRONG_PASSWORD', WRONG, {
      details: [{ path: 'currentPassword', message: WRONG }],
    });
  }
}
