import { z } from 'zod';
import { UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';

/** Gateway's code of a payment method, e.g. `QRIS`. */
export const paymentMethodCode = z
  .string(RULES.PAYMENT_METHOD_UNKNOWN)
  .max(40, RULES.PAYMENT_METHOD_UNKNOWN)
  .regex(/^[\x21-\x7e]+$/, RULES.PAYMENT_METHOD_UNKNOWN);

/** GET /user/payment-methods/enabled and /admin/payment-methods. */
export const paymentMethod = z.object({
  code: z.string(),
  name: z.string(),
  type: z.string(),
  icon_url: z.string().nullable(),
  /** Rp. The customer's part of the fee; the merchant's part is not included in the total. */
  fee_flat: z.number(),
  /** Percent of the amount. */
  fee_percent: z.number(),
  /** Minimum total fee in Rp, see `paymentFee`; `null` if the gateway sets none. */
  minimum_fee: z.number().int().nullable(),
  maximum_fee: z.number().int().nullable(),
  /** Rp; `null` if the gateway sets none. */
  minimum_amount: z.number().int().nullable(),
  maximum_amount: z.number().int().nullable(),
  is_enabled: z.boolean(),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** GET /admin/payment-methods. */
export const adminPaymentMethod = paymentMethod.extend({
  /** `tripay`, `midtrans`, `stripe` or `binance`. */
  provider: z.string(),
  /** Whether administrators enter the fee, because the provider lists none. */
  fee_editable: z.boolean(),
});
export type AdminPaymentMethod = z.infer<typeof adminPaymentMethod>;

/** Maximum flat fee in Rp. */
export const MAX_FEE_FLAT = 1_000_000;

/** PATCH /admin/payment-methods/{code}. The fees can be changed only if `fee_editable`. */
export const updatePaymentMethodRequest = z.object(
  {
    is_enabled: z.boolean(RULES.ENABLED).optional(),
    fee_flat: z
      .number(RULES.FEE_FLAT)
      .int(RULES.FEE_FLAT)
      .min(0, RULES.FEE_FLAT)
      .max(MAX_FEE_FLAT, RULES.FEE_FLAT)
      .optional(),
    fee_percent: z
      .number(RULES.FEE_PERCENT)
      .min(0, RULES.FEE_PERCENT)
      .max(100, RULES.FEE_PERCENT)
      .multipleOf(0.0001, RULES.FEE_PERCENT)
      .optional(),
  },
  UNREADABLE,
);
export type UpdatePaymentMethodRequest = z.infer<typeof updatePaymentMethodRequest>;

/** POST /admin/payment-methods/sync. */
export const syncPaymentMethodsResponse = z.object({
  totalFromProvider: z.number().int(),
  /** Invalid rows of the provider. The stored data of their methods is unchanged. */
  skipped: z.number().int(),
  /** Providers that did not answer. Their methods are unchanged. Missing in responses of version 0.1.0. */
  unavailable: z.array(z.string()).optional(),
});
export type SyncPaymentMethodsResponse = z.infer<typeof syncPaymentMethodsResponse>;
