import { parseUnits, unitsOfMicro } from '../usdt.js';
import type { TopupEntity } from '../topups/topup.entity.js';
import type { TransferEntity } from './transfer.entity.js';

/** Why a transfer does not pay an order. */
export type Mismatch =
  | 'ambiguous'
  | 'receiver_unknown'
  | 'wrong_receiver'
  | 'wrong_currency'
  | 'underpaid'
  | 'overpaid'
  | 'before_order'
  | 'late';

export type Order = Pick<TopupEntity, 'bpayMicro' | 'createdAt' | 'expiresAt'>;
export type Payment = Pick<
  TransferEntity,
  'amount' | 'currency' | 'receiverId' | 'paidAt' | 'ambiguous'
>;

const CURRENCY = 'USDT';

/**
 * Whether this transfer pays this order: ours, USDT, exactly the amount, made while the order was open.
 *
 * @returns null when it does
 */
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
