import { discountOf, totalOf, usdCentsOf } from '../money.js';

interface DiscountStep {
  /** Smallest quantity to which the step applies. */
  minQuantity: number;
  /** Discount: 500 = 5 %. */
  basisPoints: number;
}

export interface Quote {
  quantity: number;
  unitPriceSen: number;
  /** Rp before the discount. */
  totalAmount: number;
  discountBasisPoints: number;
  discountAmount: number;
  /** Rp to pay, without the payment method's fee. */
  finalAmount: number;
  usdCents: number;
}

/** Returns the discount of the step with the highest minimum that the quantity reaches, or 0. */
export function basisPointsFor(quantity: number, steps: readonly DiscountStep[]): number {
  const reached = steps.filter((step) => step.minQuantity <= quantity);
  return reached.reduce((best, step) => (step.minQuantity > best.minQuantity ? step : best), {
    minQuantity: 0,
    basisPoints: 0,
  }).basisPoints;
}

/**
 * Computes a quote whose parts always add up: total − discount = final.
 *
 * @param voucherBasisPoints discount of a voucher, which replaces a smaller discount for the quantity
 */
export function quoteFor(
  quantity: number,
  unitPriceSen: number,
  steps: readonly DiscountStep[],
  usdIdrRate: bigint,
  voucherBasisPoints = 0,
): Quote {
  const totalAmount = totalOf(quantity, unitPriceSen);
  const discountBasisPoints = Math.max(basisPointsFor(quantity, steps), voucherBasisPoints);
  const discountAmount = discountOf(totalAmount, discountBasisPoints);
  const finalAmount = totalAmount - discountAmount;
  return {
    quantity,
    unitPriceSen,
    totalAmount,
    discountBasisPoints,
    discountAmount,
    finalAmount,
    usdCents: usdCentsOf(finalAmount, usdIdrRate),
  };
}
