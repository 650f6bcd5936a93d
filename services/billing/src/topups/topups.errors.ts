import { DomainError } from '@casement/common/errors/domain-error.js';
import { PaymentMethodUnavailable } from '../payment-methods/payment-methods.errors.js';

/** What happened, what was not lost, what to do. */
const gatewayError = (message: string) =>
  class extends DomainError {
    constructor() {
      super('unavailable', 'PAYMENT_GATEWAY_UNAVAILABLE', message);
    }
  };

export class PaymentRefused extends gatewayError(
  'The payment provider did not accept this order. You were not charged; please try again or choose another payment method.',
) {}

export class GatewayUnreached extends gatewayError(
  'The payment provider could not be reached. You were not charged; please try again in a few minutes.',
) {}

export class GatewayAnswerLost extends gatewayError(
  'The payment provider did not confirm in time. You were not charged and your order is kept: it appears in your top-up history as soon as it is confirmed. Please look there before ordering again.',
) {}

/** BPAY has a call of its own (SPEC §7), since its orders have an amount to transfer and no gateway. */
export class PreparedOtherwise extends PaymentMethodUnavailable {
  constructor() {
    super(
      'A Binance Pay order is prepared by its own form. Nothing was ordered; please choose Binance Pay in the top-up dialog.',
    );
  }
}

/** SPEC §6: legacy users without an e-mail must add one. */
export class EmailMissing extends DomainError {
  constructor() {
    super(
      'conflict',
      'CONFLICT',
      'The payment provider sends the receipt by e-mail. Please add an e-mail address to your account first; you were not charged.',
    );
  }
}

/** Beyond the specification: nobody needs more bills at once, and each is a promise of the gateway. */
export class TooManyOpenTopups extends DomainError {
  constructor(most: number) {
    super(
      'conflict',
      'TOO_MANY_OPEN_TOPUPS',
      `You have ${most} unpaid top-ups. Nothing was ordered; please pay one of them from your top-up history, or wait until it expires.`,
    );
  }
}
