import { transactionIdentity } from '../payment-providers/binance/binance.schemas.js';
import { parseUnits, unitsOfMicro } from '../usdt.js';
import type { BpayTopup } from '../topups/bpay-orders.service.js';
import type { TransferEntity } from './transfer.entity.js';

/** Reason why a transfer does not pay an order. */
type Mismatch =
  | 'ambiguous'
  | 'receiver_unknown'
  | 'wrong_receiver'
  | 'wrong_currency'
  | 'underpaid'
  | 'overpaid'
  | 'before_order'
  | 'late';

/** Reason for recording a payment as a claim instead of crediting the order with it. */
export type Problem = Mismatch | 'paid_twice';

export type Order = Pick<BpayTopup, 'createdAt' | 'expiresAt'> & { bpayMicro: bigint | null };
export type Payment = Pick<
  TransferEntity,
  'amount' | 'currency' | 'receiverId' | 'paidAt' | 'ambiguous'
>;

const CURRENCY = 'USDT';

/**
 * Returns null if the payment pays the order: a USDT transfer of the exact amount to our account while the order was
 * open.
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

export type Candidate = Pick<
  TransferEntity,
  'transactionId' | 'amount' | 'currency' | 'receiverId' | 'paidAt' | 'ambiguous' | 'topupId'
>;

/**
 * Decides which transfer a customer means, given every stored row that shares an ID with the entered ID.
 *
 * - `own`: a row has already paid this order, so the repeated request gets the same response.
 * - `used`: the rows describe one transfer, which has paid another order.
 * - `ambiguous`: the rows may describe different transfers, so none is credited.
 */
export function resolveCandidates(
  rows: readonly Candidate[],
  topupId: string,
): 'own' | 'used' | 'ambiguous' | 'single' {
  if (rows.some((one) => one.topupId === topupId)) return 'own';
  const facts = new Set(rows.map(factsOf));
  if (facts.size > 1) return 'ambiguous';
  if (rows.some((one) => one.topupId !== null)) return 'used';
  const identities = new Set(rows.map((one) => transactionIdentity(one.transactionId)));
  return identities.size > 1 || rows.some((one) => one.ambiguous) ? 'ambiguous' : 'single';
}

const factsOf = ({ amount, currency, receiverId, paidAt }: Candidate): string =>
  JSON.stringify([String(parseUnits(amount)), currency, receiverId, paidAt.getTime()]);
