import { z } from 'zod';
import { parseUnits } from '../../usdt.js';

/**
 * Identity of a transfer. Binance shows `123…` as Order ID to the customer and `M_P_123…` as transactionId to the API;
 * other ids stay unchanged.
 */
export const transactionIdentity = (id: string): string => id.trim().replace(/^M_P_(?=\d+$)/i, '');

/** GET /sapi/v1/pay/transactions: `code` is text in an answer and a negative number in a refusal. */
export const historyEnvelope = z.object({
  code: z.literal('000000'),
  success: z.literal(true),
  data: z.array(z.unknown()),
});

export const refusalEnvelope = z.object({ code: z.number().int(), msg: z.string().default('') });

/** A transfer; outgoing ones have a negative amount. */
export const historyRow = z
  .object({
    orderType: z.string().max(40).default(''),
    // Text only: a JSON number would lose the last digits.
    transactionId: z.string().min(1).max(100),
    transactionTime: z.number().int().positive().max(8.64e15),
    amount: z.string().refine((text) => parseUnits(text) !== null),
    currency: z.string().min(1).max(40),
    receiverInfo: z.object({ binanceId: z.union([z.string(), z.number()]).nullish() }).nullish(),
  })
  .transform((row) => ({
    transactionId: transactionIdentity(row.transactionId),
    orderType: row.orderType,
    paidAt: new Date(row.transactionTime),
    amount: row.amount,
    currency: row.currency,
    /** Receiving account; empty when Binance does not report it. */
    receiverId: String(row.receiverInfo?.binanceId ?? ''),
  }));
export type BinanceTransfer = z.output<typeof historyRow>;

export const isIncoming = ({ amount }: { amount: string }): boolean =>
  (parseUnits(amount) ?? 0n) > 0n;
