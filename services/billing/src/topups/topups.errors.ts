import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { reviewReasons, type TopupReview } from './review-reasons.js';

const gatewayUnavailable = (message: string) => () =>
  new DomainError('unavailable', 'PAYMENT_GATEWAY_UNAVAILABLE', message);

export const topupErrors = {
  notFound: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This top-up was not found in your account.'),
  paymentRefused: gatewayUnavailable(
    'The payment provider did not accept this order. You were not charged; please try again or choose another payment method.',
  ),
  gatewayUnreached: gatewayUnavailable(
    'The payment provider could not be reached. You were not charged; please try again in a few minutes.',
  ),
  gatewayAnswerLost: gatewayUnavailable(
    'The payment provider did not confirm in time. You were not charged and your order is kept: it appears in your top-up history as soon as it is confirmed. Please check there before ordering again.',
  ),
  /** SPEC §6: imported users without an email address must add one. */
  emailMissing: () =>
    new DomainError(
      'conflict',
      'CONFLICT',
      'The payment provider sends the receipt by email. Please add an email address to your account first; you were not charged.',
    ),
  tooManyOpen: (max: number) =>
    new DomainError(
      'conflict',
      'TOO_MANY_OPEN_TOPUPS',
      `You have ${max} unpaid top-ups. Nothing was ordered; please pay one of them from your top-up history, or wait until it expires.`,
    ),
  reviewNotFound: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This payment is not waiting for a review.'),
  reviewChanged: (added: readonly TopupReview[]) =>
    new DomainError(
      'conflict',
      'REVIEW_CHANGED',
      'This payment has new reasons for a review. Nothing was changed; please read them and decide again.',
      { details: added.map((review) => ({ path: 'review', message: reviewReasons[review] })) },
    ),
  unknown: () => new DomainError('not_found', 'NOT_FOUND', 'This top-up was not found.'),
  notCreditable: () =>
    new DomainError(
      'conflict',
      'CONFLICT',
      'This top-up was already credited or refunded, or its account was deleted. Nothing was changed.',
    ),
  notAtProvider: () =>
    new DomainError(
      'conflict',
      'CONFLICT',
      'Binance Pay orders cannot be checked here: customers verify them with the Order ID of their transfer.',
    ),
  tooManyOpenBpay: () =>
    new DomainError(
      'conflict',
      'BPAY_TOO_MANY_OPEN',
      'You already have several open Binance Pay orders. You were not charged; please pay one of them or wait until one expires.',
    ),
  tooManyUnpaidBpay: () =>
    new DomainError(
      'conflict',
      'BPAY_TOO_MANY_OPEN',
      'You have created many unpaid Binance Pay orders in the last few days. You were not charged; please choose another payment method, or try again in a few days.',
    ),
  bpayAmountsTaken: () =>
    new DomainError(
      'unavailable',
      'BPAY_UNAVAILABLE',
      'Too many Binance Pay orders for this amount are open. You were not charged; please choose another quantity or payment method.',
    ),
};
