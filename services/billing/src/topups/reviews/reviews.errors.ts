import { DomainError } from '@casement/common/errors/domain-error.js';

export class ReviewNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This payment is not waiting for a review.');
  }
}
