import { z } from 'zod';
import { instant, pageQuery, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';
import { paymentMethodCode } from './payment-methods.js';
import { quotedVoucher, voucherCode } from './vouchers.js';

/**
 * Rules and texts: SPEC §3, §5, §7. Rupiah amounts are integers; USD and USDT are decimal numbers for display only.
 */

/** Upper bound of any top-up. The current limits are data: `min_quantity`, `max_quantity`. */
const QUANTITY_CEILING = 1_000_000;

/** POST /user/topup/calculate. */
export const topupQuoteRequest = z.object(
  {
    quantity: z
      .number(RULES.QUANTITY_NUMBER)
      .int(RULES.QUANTITY_WHOLE)
      .min(1, RULES.QUANTITY_TOO_SMALL)
      .max(QUANTITY_CEILING, RULES.QUANTITY_TOO_LARGE),
    /** Defaults to the oldest product. */
    product_id: z.uuid(RULES.PRODUCT_UNKNOWN).optional(),
    voucher_code: voucherCode.optional(),
  },
  UNREADABLE,
);
export type TopupQuoteRequest = z.infer<typeof topupQuoteRequest>;

export const topupQuote = z.object({
  quantity: z.number().int(),
  /** Smallest and largest quantity per top-up, enforced by the server. */
  min_quantity: z.number().int(),
  max_quantity: z.number().int(),
  /** Rp per piece. A product price may have two decimals, amounts never do. */
  unit_price: z.number(),
  total_amount: z.number().int(),
  discount_percentage: z.number(),
  discount_amount: z.number().int(),
  /** Rp after the discount, without the payment method's fee ("ex fee"). */
  final_amount: z.number().int(),
  /** Two decimals. */
  usd_estimated_amount: z.number(),
  /** Estimate in USDT without the distinguishing decimals; never shown as the payable amount. */
  bpay_encoded_amount: z.number(),
  product: z.object({ id: z.string(), name: z.string() }),
  /** Discount steps offered by the form. */
  discount_tiers: z.array(z.object({ min_quantity: z.number().int(), percentage: z.number() })),
  /** `null` without a code. Missing in responses of version 0.1.0. */
  voucher: quotedVoucher.nullish(),
});
export type TopupQuote = z.infer<typeof topupQuote>;

/** POST /user/topup. */
export const createTopupRequest = topupQuoteRequest.extend({
  payment_method: z
    .string(RULES.PAYMENT_METHOD_REQUIRED)
    .min(1, RULES.PAYMENT_METHOD_REQUIRED)
    .pipe(paymentMethodCode),
});
export type CreateTopupRequest = z.infer<typeof createTopupRequest>;

export const topupStatus = z.enum(['PAID', 'UNPAID', 'PENDING', 'EXPIRED', 'FAILED']);
export type TopupStatus = z.infer<typeof topupStatus>;

/** Amounts collected by the provider, as reported by it. */
const collected = {
  /** Fee of the payment method in Rp; `null` until the provider has confirmed the order. */
  fee_amount: z.number().int().nullable(),
  /**
   * Rp: `final_amount` plus the fee. `null` until the provider has confirmed the order, and for a transfer in USDT,
   * whose total is `encoded_amount`.
   */
  payable_amount: z.number().int().nullable(),
};

/** The provider's steps for paying in one app or at one counter. Plain text in the provider's language. */
const paymentInstruction = z.object({ title: z.string(), steps: z.array(z.string()) });
export type PaymentInstruction = z.infer<typeof paymentInstruction>;

/** Missing in responses of version 0.1.0; `null` for its orders and if the provider sends none. */
const instructions = z.array(paymentInstruction).nullish();

/** Content of the QR code. Missing in responses of version 0.1.0; `null` for its orders and without a QR code. */
const qrString = z.string().nullish();

export const createdTopup = z.object({
  reference: z.string(),
  merchant_ref: z.string(),
  checkout_url: z.string().nullable(),
  qr_url: z.string().nullable(),
  qr_string: qrString,
  pay_code: z.string().nullable(),
  instructions,
  payment_name: z.string(),
  payment_method: z.string(),
  /** Rp without the fee ("ex fee"). */
  final_amount: z.number().int(),
  ...collected,
  quantity: z.number().int(),
  status: topupStatus,
  /** Unix seconds. */
  expired_time: z.number().int(),
});
export type CreatedTopup = z.infer<typeof createdTopup>;

/** GET /user/topup/history. */
export const topupHistoryItem = z.object({
  id: z.string(),
  /** `null` until the gateway has confirmed the order. */
  reference: z.string().nullable(),
  merchant_ref: z.string(),
  status: topupStatus,
  quantity: z.number().int(),
  /** Rp after the discount, without the fee ("ex fee"). */
  final_amount: z.number().int(),
  /** Rp before the discount, without the fee. */
  total_amount: z.number().int(),
  ...collected,
  discount_amount: z.number().int(),
  discount_percentage: z.number(),
  /** Voucher that gives the discount. Missing in responses of version 0.1.0. */
  voucher_code: z.string().nullish(),
  payment_method: z.string(),
  payment_name: z.string(),
  checkout_url: z.string().nullable(),
  payment_url: z.string().nullable(),
  qr_url: z.string().nullable(),
  qr_string: qrString,
  pay_code: z.string().nullable(),
  encoded_amount: z.number().nullable(),
  bpay_encoded_amount: z.number().nullable(),
  /** Unix seconds. */
  expired_time: z.number().int().nullable(),
  created_at: instant,
  paid_at: instant.nullable(),
  /** The status of a refunded top-up stays PAID. Missing in responses of version 0.1.0. */
  refunded_at: instant.nullish(),
  /** Quota taken back by the refund; less than `quantity` if some was spent. `null` without a refund. */
  refunded_quantity: z.number().int().nullish(),
  /** Whether quota is held for a refund that is not made yet. Missing in responses of version 0.1.0. */
  refund_pending: z.boolean().optional(),
  /** Missing in responses of version 0.1.0; `null` until a receipt is issued. */
  receipt_number: z.string().nullish(),
  /** Credit note of the refund. Missing in responses of version 0.1.0; `null` until it is issued. */
  credit_note_number: z.string().nullish(),
});
export type TopupHistoryItem = z.infer<typeof topupHistoryItem>;

/** GET /user/topup/{reference}. The list omits the instructions because of their size. */
export const ownTopup = topupHistoryItem.extend({ instructions });
export type OwnTopup = z.infer<typeof ownTopup>;

/** `all`, or a stored status. An open order becomes EXPIRED only when the server ends it. */
export const topupFilter = z.enum(['all', ...topupStatus.options], RULES.STATUS_FILTER_UNKNOWN);
export type TopupFilter = z.infer<typeof topupFilter>;

/** GET /user/topup/history: newest first. */
export const topupHistoryQuery = pageQuery.extend({ status: topupFilter.default('all') });
export type TopupHistoryQuery = z.infer<typeof topupHistoryQuery>;
