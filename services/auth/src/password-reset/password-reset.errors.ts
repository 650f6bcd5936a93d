import { DomainError } from '@casement/common/errors/domain-error.js';

/** SPEC §8: unknown, used, expired or replaced by a newer link, all alike. */
export class ResetLinkInvalid extends DomainError {
  constructor() {
    super('invalid', 'RESET_LINK_INVALID', 'This password reset link is invalid or has expired.');
  }
}
