import { DomainError } from '@casement/common/errors/domain-error.js';

export class ProductMissing extends DomainError {
  constructor() {
    super(
      'unavailable',
      'PRODUCT_MISSING',
      'There is nothing to buy yet. You were not charged; please come back later or ask the support.',
    );
  }
}

export class ProductNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This product is no longer sold. Please reload the page.');
  }
}
