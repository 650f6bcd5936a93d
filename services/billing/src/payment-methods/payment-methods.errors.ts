import { DomainError } from '@casement/common/errors/domain-error.js';
import { rupiah } from '../products/money.js';

export class PaymentMethodUnavailable extends DomainError {
  constructor(
    message = 'This payment method is not available. You were not charged; please choose another one.',
  ) {
    super('invalid', 'PAYMENT_METHOD_UNAVAILABLE', message, {
      details: [{ path: 'payment_method', message }],
    });
  }
}

export class AmountBelowMinimum extends PaymentMethodUnavailable {
  constructor(name: string, minimum: number, amount: number) {
    super(
      `${name} takes payments from ${rupiah(minimum)}, this one is ${rupiah(amount)}. You were not charged; please raise the quantity or choose another method.`,
    );
  }
}

export class AmountAboveMaximum extends PaymentMethodUnavailable {
  constructor(name: string, maximum: number, amount: number) {
    super(
      `${name} takes payments up to ${rupiah(maximum)}, this one is ${rupiah(amount)}. You were not charged; please lower the quantity or choose another method.`,
    );
  }
}

export class PaymentMethodNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'There is no such payment method.');
  }
}

export class PaymentMethodWithdrawn extends DomainError {
  constructor(name: string) {
    super(
      'conflict',
      'CONFLICT',
      `The provider no longer offers ${name}. Sync from the provider and try again.`,
    );
  }
}
