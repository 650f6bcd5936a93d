import { DomainError, type ErrorCode } from '@casement/common/core/errors/domain-error.js';

const NOT_CREDITED = 'It was not credited automatically, but it is not lost';
const SUPPORT = 'our team will check it. Please contact support with this TXID';

const refusal = (code: ErrorCode, message: string) => () =>
  new DomainError('conflict', code, message);

export const bpayErrors = {
  orderNotFound: () =>
    new DomainError(
      'not_found',
      'BPAY_ORDER_NOT_FOUND',
      'You have no Binance Pay order for this amount. Nothing was changed; please open the top-up again and use the amount shown there.',
    ),
  notFoundYet: refusal(
    'BPAY_NOT_FOUND_YET',
    'Binance does not show a payment with this Order ID (TXID) yet. Nothing is lost: please check the ID and try again in a minute.',
  ),
  underpaid: refusal(
    'BPAY_UNDERPAID',
    `This payment is smaller than the exact amount of the order. ${NOT_CREDITED}: ${SUPPORT}.`,
  ),
  overpaid: refusal(
    'BPAY_OVERPAID',
    `This payment is larger than the exact amount of the order. ${NOT_CREDITED}: ${SUPPORT}.`,
  ),
  wrongCurrency: refusal(
    'BPAY_WRONG_CURRENCY',
    `This payment was not made in USDT. ${NOT_CREDITED}: ${SUPPORT}.`,
  ),
  paidLate: refusal(
    'BPAY_EXPIRED',
    `This payment was made after the order had expired. ${NOT_CREDITED}: ${SUPPORT}.`,
  ),
  orderTooOld: refusal(
    'BPAY_EXPIRED',
    'This order expired more than 7 days ago and can no longer be verified here. If you have paid it, your money is not lost: please contact support with this TXID.',
  ),
  paidBeforeOrder: refusal(
    'BPAY_BEFORE_ORDER',
    `This payment was made before the order. ${NOT_CREDITED}: ${SUPPORT}.`,
  ),
  alreadyUsed: refusal(
    'BPAY_ALREADY_USED',
    'This payment was already credited to another top-up. Nothing was changed; please check the Order ID (TXID).',
  ),
  alreadyPaid: refusal(
    'BPAY_ALREADY_PAID',
    `This order was already paid by another payment. This second one was not credited, but it is not lost: ${SUPPORT}.`,
  ),
  paysOwnOrder: (merchantRef: string) =>
    new DomainError(
      'conflict',
      'BPAY_OTHER_ORDER',
      `This payment belongs to your other order ${merchantRef}: verify it there. Nothing was changed, and the payment is not lost.`,
    ),
  /** The message does not reveal whose order it is. */
  paysAnotherOrder: refusal(
    'BPAY_OTHER_ORDER',
    'This payment has the exact amount of another order, so it was not counted for this one. Nothing was changed; please check the Order ID (TXID), and contact support with it if the payment is yours.',
  ),
  wrongReceiver: refusal(
    'BPAY_WRONG_RECEIVER',
    'This payment went to another Binance account. Nothing was credited; please check the receiver ID and ask Binance about that payment.',
  ),
  receiverUnknown: refusal(
    'BPAY_WRONG_RECEIVER',
    `Binance does not say to which account this payment went. ${NOT_CREDITED}: ${SUPPORT}.`,
  ),
  ambiguous: refusal(
    'BPAY_AMBIGUOUS',
    'Binance shows more than one payment under this ID, so it was not credited automatically. Nothing is lost: please contact support with this TXID.',
  ),
  unavailable: (retryAfterSeconds?: number, cause?: unknown) =>
    new DomainError(
      'unavailable',
      'BPAY_UNAVAILABLE',
      'Payments cannot be checked with Binance at the moment. Your payment is not lost and your order is kept: please try again in a few minutes.',
      { retryAfterSeconds, cause },
    ),
  tooManyVerifications: (retryAfterSeconds: number) =>
    new DomainError(
      'rate_limited',
      'RATE_LIMITED',
      'You have asked for verification too often. Your payment is not lost; please wait a minute and try again.',
      { retryAfterSeconds },
    ),
};
