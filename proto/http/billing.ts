import { z } from 'zod';
import { instant, UNREADABLE } from './envelope.js';

/** Rules and texts: SPEC §3, §5, §7. Rupiah are whole numbers; USD and USDT travel as decimal numbers for display only. */

/** POST /user/topup/calculate. */
export const topupQuoteRequest = z.object(
  {
    quantity: z
      .number('Quantity must be a number')
      .int('Quantity must be a whole number')
      .min(1, 'Quantity must be at least 1')
      .max(1000, 'Quantity can be at most 1000'),
    /** The oldest product when absent. */
    product_id: z.uuid('Product is not known').optional(),
  },
  UNREADABLE,
);
export type TopupQuoteRequest = z.infer<typeof topupQuoteRequest>;

export const topupQuote = z.object({
  quantity: z.number().int(),
  /** Rp for one piece; a product's price may have two decimals, amounts never. */
  unit_price: z.number(),
  total_amount: z.number().int(),
  discount_percentage: z.number(),
  discount_amount: z.number().int(),
  /** Rp, after the discount, without the payment method's fee ("ex fee"). */
  final_amount: z.number().int(),
  /** Two decimals. */
  usd_estimated_amount: z.number(),
  /** Estimate in USDT without a tail; never shown as payable. */
  bpay_encoded_amount: z.number(),
  product: z.object({ id: z.string(), name: z.string() }),
  /** The discount steps, so that the form can offer them. */
  discount_tiers: z.array(z.object({ min_quantity: z.number().int(), percentage: z.number() })),
});
export type TopupQuote = z.infer<typeof topupQuote>;

const NO_METHOD = 'Please enter quantity and select payment method';

/** The gateway's name of a payment method, e.g. `QRIS`. */
export const paymentMethodCode = z
  .string('Payment method is not known')
  .max(40, 'Payment method is not known')
  .regex(/^[\x21-\x7e]+$/, 'Payment method is not known');

/** POST /user/topup. The Idempotency-Key header, if sent, makes a repeated request return the first order. */
export const createTopupRequest = topupQuoteRequest.extend({
  payment_method: z.string(NO_METHOD).min(1, NO_METHOD).pipe(paymentMethodCode),
});
export type CreateTopupRequest = z.infer<typeof createTopupRequest>;

export const topupStatus = z.enum(['PAID', 'UNPAID', 'PENDING', 'EXPIRED', 'FAILED']);
export type TopupStatus = z.infer<typeof topupStatus>;

export const createdTopup = z.object({
  reference: z.string(),
  merchant_ref: z.string(),
  checkout_url: z.string().nullable(),
  qr_url: z.string().nullable(),
  pay_code: z.string().nullable(),
  payment_name: z.string(),
  payment_method: z.string(),
  final_amount: z.number().int(),
  quantity: z.number().int(),
  status: topupStatus,
  /** Unix seconds. */
  expired_time: z.number().int(),
});
export type CreatedTopup = z.infer<typeof createdTopup>;

/** GET /user/topup/history. */
export const topupHistoryItem = z.object({
  id: z.string(),
  /** Null while the gateway has not confirmed the order yet. */
  reference: z.string().nullable(),
  merchant_ref: z.string(),
  status: topupStatus,
  quantity: z.number().int(),
  final_amount: z.number().int(),
  total_amount: z.number().int(),
  discount_amount: z.number().int(),
  discount_percentage: z.number(),
  payment_method: z.string(),
  payment_name: z.string(),
  checkout_url: z.string().nullable(),
  payment_url: z.string().nullable(),
  qr_url: z.string().nullable(),
  pay_code: z.string().nullable(),
  encoded_amount: z.number().nullable(),
  bpay_encoded_amount: z.number().nullable(),
  /** Unix seconds. */
  expired_time: z.number().int().nullable(),
  created_at: instant,
  paid_at: instant.nullable(),
});
export type TopupHistoryItem = z.infer<typeof topupHistoryItem>;

/** GET /user/payment-methods/enabled and /admin/payment-methods. */
export const paymentMethod = z.object({
  code: z.string(),
  name: z.string(),
  type: z.string(),
  icon_url: z.string().nullable(),
  /** Rp. */
  fee_flat: z.number(),
  /** Percent of the amount. */
  fee_percent: z.number(),
  /** Rp; null where the gateway sets none. */
  minimum_amount: z.number().int().nullable(),
  maximum_amount: z.number().int().nullable(),
  is_enabled: z.boolean(),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** PATCH /admin/payment-methods/{code}. */
export const updatePaymentMethodRequest = z.object(
  { is_enabled: z.boolean('Enabled must be true or false') },
  UNREADABLE,
);
export type UpdatePaymentMethodRequest = z.infer<typeof updatePaymentMethodRequest>;

/** POST /admin/payment-methods/sync. */
export const syncPaymentMethodsResponse = z.object({ totalFromProvider: z.number().int() });
export type SyncPaymentMethodsResponse = z.infer<typeof syncPaymentMethodsResponse>;

/** POST /admin/users/{id}/quota. */
export const updateQuotaRequest = z.object(
  {
    amount: z
      .number('Amount must be a number')
      .int('Amount must be a whole number')
      .min(0, 'Amount must be at least 0')
      .max(1_000_000, 'Amount can be at most 1000000'),
    operation: z.enum(['add', 'set'], 'Operation must be add or set'),
  },
  UNREADABLE,
);
export type UpdateQuotaRequest = z.infer<typeof updateQuotaRequest>;

export const updateQuotaResponse = z.object({ newQuota: z.number().int() });
export type UpdateQuotaResponse = z.infer<typeof updateQuotaResponse>;
