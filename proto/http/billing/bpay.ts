import { z } from 'zod';
import { UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';
import { topupQuoteRequest } from './topups.js';

/** POST /user/topup/bpay/prepare: same fields as a quote. Returns an existing open order with the same quantity. */
export const prepareBpayRequest = topupQuoteRequest;
export type PrepareBpayRequest = z.infer<typeof prepareBpayRequest>;

/** Order that is paid by a transfer of exactly this amount of USDT. */
export const bpayOrder = z.object({
  /** Six decimals, including distinguishing decimals that no other open order has. */
  encoded_amount_usdt: z.number(),
  /** Two decimals. */
  usd_estimated_amount: z.number(),
  /** Plain sentences in order. */
  instructions: z.array(z.string()),
  receiver_id: z.string(),
  /** Whether the transfer is credited without verification. Missing in responses of version 0.1.0. */
  automatic: z.boolean().optional(),
  merchant_ref: z.string(),
  /** Unix seconds. */
  expired_time: z.number().int(),
  quantity: z.number().int(),
  /** Rp. */
  final_amount: z.number().int(),
});
export type BpayOrder = z.infer<typeof bpayOrder>;

/** POST /user/topup/bpay/verify. `txid` is Binance's order id or transaction id. */
export const verifyBpayRequest = z.object(
  {
    txid: z
      .string(RULES.TXID_REQUIRED)
      .trim()
      .min(1, RULES.TXID_REQUIRED)
      .max(64, RULES.TXID_CHARACTERS)
      .regex(/^\w+$/, RULES.TXID_CHARACTERS),
    encoded_amount: z
      .number(RULES.ENCODED_AMOUNT)
      .positive(RULES.ENCODED_AMOUNT)
      .max(1_000_000_000, RULES.ENCODED_AMOUNT),
    merchant_ref: z
      .string(RULES.MERCHANT_REFERENCE_UNKNOWN)
      .max(40, RULES.MERCHANT_REFERENCE_UNKNOWN)
      .regex(/^[\x21-\x7e]+$/, RULES.MERCHANT_REFERENCE_UNKNOWN)
      .optional(),
  },
  UNREADABLE,
);
export type VerifyBpayRequest = z.infer<typeof verifyBpayRequest>;

export const verifyBpayResponse = z.object({
  new_quota: z.number().int(),
  /** Reference of the top-up, as in the history. */
  reference: z.string(),
});
export type VerifyBpayResponse = z.infer<typeof verifyBpayResponse>;
