import { discountOf, totalOf } from '../money.js';
import type { TopupEntity } from './topup.entity.js';

/** Quota whose price is returned, and the Rp to return. */
export interface RefundPlan {
  quantity: number;
  amount: number;
}

type Priced = Pick<
  TopupEntity,
  | 'quantity'
  | 'unitPriceSen'
  | 'discountBasisPoints'
  | 'finalAmount'
  | 'payableAmount'
  | 'bpayMicro'
>;

/** Returns the full payment including the fee. */
export const fullRefund = ({ quantity, finalAmount, payableAmount }: Priced): RefundPlan => ({
  quantity,
  amount: payableAmount ?? finalAmount,
});

/**
 * Returns the refund of the unused part without the fee. The used part is priced at its own discount, which
 * never exceeds the order's own.
 *
 * @param discountFor returns the discount of a quantity in basis points
 * @returns null if the order is completely used or unused, or if the used part costs as much as the order did
 */
export function partRefund(
  topup: Priced,
  unused: number,
  discountFor: (quantity: number) => number,
): RefundPlan | null {
  const kept = topup.quantity - unused;
  if (unused <= 0 || kept <= 0) return null;
  const price = totalOf(kept, topup.unitPriceSen);
  const discount = Math.min(discountFor(kept), topup.discountBasisPoints);
  const amount = topup.finalAmount - (price - discountOf(price, discount));
  return amount > 0 ? { quantity: unused, amount } : null;
}

/** Returns the part of the payment that corresponds to `amount` Rp, as the provider counts it, rounded down. */
export const chargeShare = (
  topup: Priced & Pick<TopupEntity, 'chargeMinor'>,
  amount: number,
): number =>
  topup.chargeMinor === null
    ? amount
    : Number((BigInt(topup.chargeMinor) * BigInt(amount)) / BigInt(fullRefund(topup).amount));

/** Returns the part of a USDT transfer in micro-units that corresponds to `amount` Rp, rounded down. */
export const usdtShare = ({ bpayMicro, finalAmount }: Priced, amount: number): bigint | null =>
  bpayMicro && (bpayMicro * BigInt(amount)) / BigInt(finalAmount);
