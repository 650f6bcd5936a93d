import type { Actor } from '@casement/common/core/context/actor.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { PaymentMethodEntity } from '../payment-methods/payment-method.entity.js';
import type { ProductQuote } from '../products/quotes.service.js';
import { nextCheckAt } from './check-schedule.js';
import { newMerchantRef } from './merchant-ref.js';
import type { NewTopup } from './topups.repository.js';

/** Open orders of one user at the gateway, and again of Binance Pay. */
export const MAX_OPEN_ORDERS = 3;

/** An order as it is quoted at this moment; not stored or published yet. */
export function newTopup(
  actor: Actor,
  quote: ProductQuote,
  method: PaymentMethodEntity,
  lifetimeMs: number,
): NewTopup {
  const begin = {
    status: 'PENDING' as const,
    paymentMethod: method.code,
    expiresAt: new Date(Date.now() + lifetimeMs),
  };
  return {
    ...begin,
    id: newId(),
    userId: actor.userId,
    merchantRef: newMerchantRef(),
    productId: quote.product.id,
    productName: quote.product.name,
    quantity: quote.quantity,
    unitPriceSen: quote.unitPriceSen,
    totalAmount: quote.totalAmount,
    discountBasisPoints: quote.discountBasisPoints,
    discountAmount: quote.discountAmount,
    finalAmount: quote.finalAmount,
    paymentName: method.name,
    idempotencyKey: null,
    requestHash: null,
    nextCheckAt: nextCheckAt({ ...begin, reference: null, checks: 0 }),
  };
}
