import { parseUnits, unitsOfMicro } from '../usdt.js';
import type { BpayTopup } from '../topups/bpay-orders.service.js';
import type { TransferEntity } from './transfer.entity.js';

/** Why a transfer does not pay an order. */
type Mismatch =
  | 'ambiguous'
  | 'receiver_unknown'
  | 'wrong_receiver'
  | 'wrong_currency'
  | 'underpaid'
  | 'overpaid'
  | 'before_order'
  | 'late';

/** Reason for recording a payment as a claim instead of paying its order. */
export type Problem = Mismatch | 'paid_twice';

export type Order = Pick<BpayTopup, 'createdAt' | 'expiresAt'> & { bpayMicro: bigint | null };
export type Payment = Pick<
  TransferEntity,
  'amount' | 'currency' | 'receiverId' | 'paidAt' | 'ambiguous'
>;

const CURRENCY = 'USDT';

/** @returns null for a USDT transfer of the exact amount to our account while the order was open */
export function mismatchOf(order: Order, payment: Payment, receiverId: string): Mismatch | null {
  const asked = unitsOfMicro(order.bpayMicro ?? 0n);
  const paid = parseUnits(payment.amount) ?? 0n;
  if (payment.ambiguous) return 'ambiguous';
  if (payment.receiverId === '') return 'receiver_unknown';
  if (payment.receiverId !== receiverId) return 'wrong_receiver';
  if (payment.currency !== CURRENCY) return 'wrong_currency';
  if (paid < asked) return 'underpaid';
  if (paid > asked) return 'overpaid';
  if (payment.paidAt < order.createdAt) return 'before_order';
  if (payment.paidAt > order.expiresAt) return 'late';
  return null;
}
