import { DomainError, type ErrorCode } from '@casement/common/errors/domain-error.js';

const refusal = (code: ErrorCode, message: string) =>
  class extends DomainError {
    constructor() {
      super('conflict', code, message);
    }
  };

const NOT_CREDITED = 'It was not credited automatically, but it is not lost';
const SUPPORT = 'it waits for our team to look at it. Please contact the support with this TXID';

export class BpayOrderNotFound extends DomainError {
  constructor() {
    super(
      'not_found',
      'BPAY_ORDER_NOT_FOUND',
      'You have no Binance Pay order of this amount. Nothing was changed; please open the top-up again and use the amount that it shows.',
    );
  }
}

export class BpayNotFoundYet extends refusal(
  'BPAY_NOT_FOUND_YET',
  'Binance does not show a payment with this Order ID (TXID) yet. Nothing is lost: please check the ID and try again in a minute.',
) {}

export class BpayUnderpaid extends refusal(
  'BPAY_UNDERPAID',
  `This payment is smaller than the exact amount of the order. ${NOT_CREDITED}: ${SUPPORT}.`,
) {}

export class BpayOverpaid extends refusal(
  'BPAY_OVERPAID',
  `This payment is larger than the exact amount of the order. ${NOT_CREDITED}: ${SUPPORT}.`,
) {}

export class BpayWrongCurrency extends refusal(
  'BPAY_WRONG_CURRENCY',
  `This payment was not made in USDT. ${NOT_CREDITED}: ${SUPPORT}.`,
) {}

export class BpayPaidLate extends refusal(
  'BPAY_EXPIRED',
  `This payment was made after the order had expired. ${NOT_CREDITED}: ${SUPPORT}.`,
) {}

export class BpayOrderTooOld extends refusal(
  'BPAY_EXPIRED',
  'This order expired more than 7 days ago and can no longer be verified here. If you have paid it, your money is not lost: please contact the support with this TXID.',
) {}

export class BpayPaidBeforeOrder extends refusal(
  'BPAY_BEFORE_ORDER',
  `This payment was made before the order. ${NOT_CREDITED}: ${SUPPORT}.`,
) {}

export class BpayAlreadyUsed extends refusal(
  'BPAY_ALREADY_USED',
  'This payment has been credited to another top-up already. Nothing was changed; please check the Order ID (TXID).',
) {}

export class BpayAlreadyPaid extends refusal(
  'BPAY_ALREADY_PAID',
  `This order was paid by another payment before. This second one was not credited, but it is not lost: ${SUPPORT}.`,
) {}

/** The customer has named the right payment at the wrong order. */
export class BpayPaysOwnOrder extends DomainError {
  constructor(merchantRef: string) {
    super(
      'conflict',
      'BPAY_OTHER_ORDER',
      `This payment belongs to your other order ${merchantRef}: verify it there. Nothing was changed, and the payment is not lost.`,
    );
  }
}

/** Says nothing of whose order that is. */
export class BpayPaysAnother extends refusal(
  'BPAY_OTHER_ORDER',
  'This payment has the exact amount of another order, so it was not counted for this one. Nothing was changed; please check the Order ID (TXID), and contact the support with it if the payment is yours.',
) {}

export class BpayWrongReceiver extends refusal(
  'BPAY_WRONG_RECEIVER',
  'This payment went to another Binance account. Nothing was credited; please check the receiver ID and ask Binance about that payment.',
) {}

export class BpayReceiverUnknown extends refusal(
  'BPAY_WRONG_RECEIVER',
  `Binance does not say to which account this payment went. ${NOT_CREDITED}: ${SUPPORT}.`,
) {}

export class BpayAmbiguous extends refusal(
  'BPAY_AMBIGUOUS',
  'Binance shows more than one payment under this ID, so it was not credited automatically. Nothing is lost: please contact the support with this TXID.',
) {}

export class BpayTooManyOpen extends refusal(
  'BPAY_TOO_MANY_OPEN',
  'You have several open Binance Pay orders already. You were not charged; please pay one of them, or wait until one has expired.',
) {}

export class BpayUnavailable extends DomainError {
  constructor(retryAfterSeconds?: number, cause?: unknown) {
    super(
      'unavailable',
      'BPAY_UNAVAILABLE',
      'Payments can not be checked with Binance at the moment. Your payment is not lost and your order is kept: please try again in a few minutes.',
      { retryAfterSeconds, cause },
    );
  }
}

export class BpayAmountsTaken extends DomainError {
  constructor() {
    super(
      'unavailable',
      'BPAY_UNAVAILABLE',
      'Too many Binance Pay orders of this amount are open. You were not charged; please choose another quantity or payment method.',
    );
  }
}

export class TooManyVerifications extends DomainError {
  constructor(retryAfterSeconds: number) {
    super(
      'rate_limited',
      'RATE_LIMITED',
      'You have asked for a verification very often. Your payment is not lost; please wait a minute and try again.',
      { retryAfterSeconds },
    );
  }
}
