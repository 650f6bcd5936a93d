import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { rupiah } from '../money.js';

const unavailable = (message: string) =>
  new DomainError('invalid', 'PAYMENT_METHOD_UNAVAILABLE', message, {
    details: [{ path: 'payment_method', message }],
  });

export const paymentMethodErrors = {
  unavailable: () =>
    unavailable(
      'This payment method is not available. You were not charged; please choose another one.',
    ),
  belowMinimum: (name: string, minimum: number, amount: number) =>
    unavailable(
      `${name} accepts payments from ${rupiah(minimum)}; this one is ${rupiah(amount)}. You were not charged; please raise the quantity or choose another method.`,
    ),
  aboveMaximum: (name: string, maximum: number, amount: number) =>
    unavailable(
      `${name} accepts payments up to ${rupiah(maximum)}; this one is ${rupiah(amount)}. You were not charged; please lower the quantity or choose another method.`,
    ),
  belowOneCent: (name: string) =>
    unavailable(
      `${name} accepts payments from 0.01 USD. You were not charged; please raise the quantity.`,
    ),
  /** Thrown for BPAY, whose orders are created by a separate route (SPEC §7). */
  hasOwnForm: () =>
    unavailable(
      'Binance Pay orders are created separately. Nothing was ordered; please choose Binance Pay in the top-up dialog.',
    ),
  feeFromProvider: (name: string) =>
    new DomainError(
      'conflict',
      'CONFLICT',
      `The provider sets the fee of ${name}. Sync from the provider to update it.`,
    ),
  notFound: () => new DomainError('not_found', 'NOT_FOUND', 'This payment method does not exist.'),
  withdrawn: (name: string) =>
    new DomainError(
      'conflict',
      'CONFLICT',
      `The provider no longer offers ${name}. Sync from the provider and try again.`,
    ),
};
