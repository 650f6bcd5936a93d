import type { PaymentMethod } from './billing.js';

const PPM = 1_000_000n;

export type MethodFee = Pick<
  PaymentMethod,
  'fee_flat' | 'fee_percent' | 'minimum_fee' | 'maximum_fee'
>;

/**
 * What a payment method costs the customer for `amount`, in whole Rp: the flat part and the percentage together, a
 * started rupiah counted as a whole one, then not below the method's smallest fee and not above its largest. That is
 * how the provider rounds; of an order that is made, its own figure is the one that binds.
 *
 * @param amount whole Rp, without the fee
 */
export function paymentFee(method: MethodFee, amount: number): number {
  // Millionths: a percentage has at most four decimals, and 0.7 as a float would make 100,001 out of 100,000.
  const ppm = BigInt(Math.round(method.fee_percent * 10_000));
  const share = (BigInt(amount) * ppm + PPM - 1n) / PPM;
  const fee = Math.max(Math.ceil(method.fee_flat) + Number(share), method.minimum_fee ?? 0);
  return Math.min(fee, method.maximum_fee ?? fee);
}

/**
 * What the customer pays for `amount` in all: the sum that the provider collects.
 *
 * @param amount whole Rp, without the fee
 */
export const paymentTotal = (method: MethodFee, amount: number): number =>
  amount + paymentFee(method, amount);
