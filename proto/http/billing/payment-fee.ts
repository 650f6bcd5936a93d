import type { PaymentMethod } from './payment-methods.js';

const PPM = 1_000_000n;

export type MethodFee = Pick<
  PaymentMethod,
  'fee_flat' | 'fee_percent' | 'minimum_fee' | 'maximum_fee'
>;

/**
 * Returns the customer's fee for `amount` in Rp: flat part plus percentage, rounded up to the next rupiah, then
 * limited to the method's minimum and maximum. The provider rounds the same way. For an existing order the provider's
 * own figure is authoritative.
 *
 * @param amount integer Rp without the fee
 */
export function paymentFee(method: MethodFee, amount: number): number {
  // Parts per million, because a percentage has at most four decimals, and float rounding could add a rupiah to the
  // fee.
  const ppm = BigInt(Math.round(method.fee_percent * 10_000));
  const share = (BigInt(amount) * ppm + PPM - 1n) / PPM;
  const fee = Math.max(Math.ceil(method.fee_flat) + Number(share), method.minimum_fee ?? 0);
  return Math.min(fee, method.maximum_fee ?? fee);
}

/**
 * Returns the customer's total for `amount`, which the provider collects.
 *
 * @param amount integer Rp without the fee
 */
export const paymentTotal = (method: MethodFee, amount: number): number =>
  amount + paymentFee(method, amount);
