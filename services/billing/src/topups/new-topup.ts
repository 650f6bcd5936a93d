import type { PaymentMethod } from '@casement/proto/http/billing/payment-methods.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { Limit } from '@casement/common/data/throttle/throttle.js';
import { readableCode } from '../readable-code.js';
import type { OrderQuote } from '../vouchers/voucher-quotes.service.js';
import { nextCheckAt } from './check-schedule.js';
import type { NewTopup } from './topups.repository.js';

/** Maximum number of open orders per user, separately for Tripay and Binance Pay. */
export const MAX_OPEN_ORDERS = 3;

/**
 * Limits unpaid new orders per user, because each is numbered and stays in the history. A payment clears the count, so
 * that a reseller who pays is never refused.
 */
export const NEW_ORDERS: Limit = { name: 'new-topups', burst: 30, everySeconds: 1_800 };

/** Builds an order from a quote, without storing or publishing it. */
export function newTopup(
  actor: Actor,
  quote: OrderQuote,
  method: PaymentMethod,
  lifetimeMs: number,
): NewTopup {
  const initial = {
    status: 'PENDING' as const,
    paymentMethod: method.code,
    expiresAt: new Date(Date.now() + lifetimeMs),
  };
  return {
    ...initial,
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
    voucherCode: quote.voucherCode,
    idempotencyKey: null,
    requestHash: null,
    nextCheckAt: nextCheckAt({ ...initial, reference: null, checks: 0 }),
  };
}

/** Returns e.g. `CSM-20261121-7K3M9QX2PDHA`. */
function newMerchantRef(): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  return `CSM-${day}-${readableCode()}`;
}
