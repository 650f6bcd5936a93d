import { z } from 'zod';
import {
  instant,
  NO_CONTROL_CHARACTERS,
  NO_NUL,
  pageQuery,
  UNREADABLE,
  userId,
} from '../envelope.js';
import { humanName } from '../human-name.js';
import { RULES } from '../rules.js';
import { quotedVoucher, voucherCode } from './vouchers.js';

/**
 * Rules and texts: SPEC §3, §5, §7. Rupiah amounts are integers; USD and USDT are decimal numbers for display only.
 */

/** Upper bound of any top-up. The current limits are data: `min_quantity`, `max_quantity`. */
const QUANTITY_CEILING = 1_000_000;

/** Balance that is reported as low once, but not at each further decrease. */
const LOW_QUOTA = 1;

/** Returns whether a change by `amount` has just made the quota low. */
export const crossedLowQuota = (quota: number, amount: number): boolean =>
  quota <= LOW_QUOTA && quota - amount > LOW_QUOTA;

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

/** Gateway's code of a payment method, e.g. `QRIS`. */
export const paymentMethodCode = z
  .string(RULES.PAYMENT_METHOD_UNKNOWN)
  .max(40, RULES.PAYMENT_METHOD_UNKNOWN)
  .regex(/^[\x21-\x7e]+$/, RULES.PAYMENT_METHOD_UNKNOWN);

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
  /** Missing in responses of version 0.1.0; `null` until a receipt is issued. */
  receipt_number: z.string().nullish(),
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

/** From 2000 on, because PostgreSQL has no year 0. */
const day = z.iso
  .date(RULES.AUDIT_DAY)
  .regex(/^[2-9]/, RULES.AUDIT_DAY)
  .optional();
const rupiahBound = z.coerce
  .number(RULES.TOPUP_AMOUNT)
  .int(RULES.TOPUP_AMOUNT)
  .min(0, RULES.TOPUP_AMOUNT)
  .max(2_147_483_647, RULES.TOPUP_AMOUNT)
  .optional();

/**
 * GET /admin/topups: newest first. The search matches a complete reference, the provider's or ours, ignoring case.
 */
export const adminTopupsQuery = pageQuery
  .extend({
    search: z
      .string(RULES.SEARCH)
      .trim()
      .max(254, RULES.SEARCH)
      .regex(NO_CONTROL_CHARACTERS, RULES.SEARCH)
      .default(''),
    status: topupFilter.default('all'),
    /** Limits the list to this user. */
    user: userId.optional(),
    /** Code of a payment method, or `all`. */
    method: z
      .string(RULES.PAYMENT_METHOD_UNKNOWN)
      .max(40, RULES.PAYMENT_METHOD_UNKNOWN)
      .regex(NO_CONTROL_CHARACTERS, RULES.PAYMENT_METHOD_UNKNOWN)
      .default('all'),
    /** Days of the order in Asia/Jakarta (SPEC §9), both inclusive. */
    from: day,
    to: day,
    /** Bounds of the amount without fee, in rupiah, both inclusive. */
    min: rupiahBound,
    max: rupiahBound,
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: RULES.AUDIT_DAYS_ORDER,
  })
  .refine(({ min, max }) => min === undefined || max === undefined || min <= max, {
    path: ['max'],
    message: RULES.TOPUP_AMOUNTS_ORDER,
  });
export type AdminTopupsQuery = z.infer<typeof adminTopupsQuery>;

/** Row of GET /admin/topups. */
export const adminTopup = topupHistoryItem.extend({
  user_id: z.string(),
  /** `null` if auth did not answer or the account was deleted. */
  username: z.string().nullable(),
});
export type AdminTopup = z.infer<typeof adminTopup>;

/** Callback of the payment provider about a top-up. */
export const topupCallback = z.object({
  id: z.string(),
  received_at: instant,
  /** Number of times that the provider sent exactly this body. */
  deliveries: z.number().int(),
  /** Effect on the top-up, e.g. `credited`; `null` while it is waiting. */
  outcome: z.string().nullable(),
  /** Reported status and amount including the fee; `null` if the body is unreadable or was erased with the user. */
  status: z.string().nullable(),
  amount: z.number().int().nullable(),
  /** Body as received; empty if it was erased with the user. */
  body: z.string(),
});
export type TopupCallback = z.infer<typeof topupCallback>;

/** GET /admin/topups/{id}. */
export const adminTopupDetails = adminTopup.extend({
  updated_at: instant,
  refunded_at: instant.nullable(),
  /** Quota of a refunded payment that was already spent and could not be taken back. */
  refund_short: z.number().int(),
  /** Reviews separated by commas, oldest first; `null` if it is not waiting for an administrator. */
  review: z.string().nullable(),
  reason: z.string(),
  flagged_at: instant.nullable(),
  /** Next automatic check with the provider; `null` if no check is scheduled. */
  next_check_at: instant.nullable(),
  /** Amount in the provider's currency and its rate; `null` if the provider charges rupiah without decimals. */
  charge: z
    .object({
      currency: z.string(),
      /** Hundredths of the currency. */
      minor_units: z.number().int(),
      /** Rupiah per unit of the currency. */
      rate: z.number(),
      rate_at: instant,
    })
    .nullable(),
  /** Whether an administrator may credit it. */
  creditable: z.boolean(),
  /** Quota movements of this top-up, oldest first. */
  movements: z.array(
    z.object({
      amount: z.number().int(),
      /** Administrator who credited it; `null` for a payment or refund reported by the provider. */
      actor_id: z.string().nullable(),
      actor_name: z.string().nullable(),
      note: z.string().nullable(),
      created_at: instant,
    }),
  ),
  /** Oldest first. */
  callbacks: z.array(topupCallback),
});
export type AdminTopupDetails = z.infer<typeof adminTopupDetails>;

/** POST /admin/topups/{id}/check. */
export const checkedTopup = z.object({
  /** Effect on the top-up, e.g. `credited` or `nothing_new`. */
  outcome: z.string(),
  /** The provider's answer as JSON; `null` if it has no such transaction. */
  provider: z.string().nullable(),
});
export type CheckedTopup = z.infer<typeof checkedTopup>;

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

/** POST /payments/tripay/callback. Loose, because the signature covers the bytes that were sent. */
export const tripayCallback = z.looseObject({});

/** POST /payments/midtrans/callback. Loose, because Midtrans adds fields for each payment type. */
export const midtransCallback = z.looseObject({});

/** POST /payments/stripe/callback. Loose, because the signature covers the bytes that were sent. */
export const stripeCallback = z.looseObject({});

/** Maximum size in bytes of a product image; `MAX_IMAGE_PIXELS` limits width × height. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
export const MAX_IMAGE_PIXELS = 40_000_000;

/** GET /admin/products: newest first, not paged. */
export const product = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Rp with up to two decimals. */
  price: z.number(),
  /** `/uploads/<name>` at the origin; `null` without an image. */
  image_url: z.string().nullable(),
  created_at: instant,
});
export type Product = z.infer<typeof product>;

/**
 * Text fields of POST /admin/products and PUT /admin/products/{id} (multipart, SPEC §5, §7). The file field `image`
 * is optional. The price is kept as the typed decimal text, so that it is never converted to a float.
 */
export const productFields = z.object(
  {
    name: humanName(200, {
      text: RULES.NAME_REQUIRED,
      tooLong: RULES.PRODUCT_NAME_TOO_LONG,
      characters: RULES.PRODUCT_NAME_CHARACTERS,
    }).min(1, RULES.NAME_REQUIRED),
    description: z
      .string(RULES.DESCRIPTION_TEXT)
      .trim()
      .max(2000, RULES.DESCRIPTION_TOO_LONG)
      .refine((text) => !text.includes('\0'), RULES.DESCRIPTION_TEXT)
      .default(''),
    price: z
      .string(RULES.PRICE_REQUIRED)
      .trim()
      .min(1, { error: RULES.PRICE_REQUIRED, abort: true })
      .regex(/^-?\d{1,15}(\.\d{1,15})?$/, { error: RULES.PRICE_NUMBER, abort: true })
      .regex(/^-?\d+(\.\d\d?)?$/, RULES.PRICE_DECIMALS)
      .refine((text) => Number(text) >= 1, RULES.PRICE_TOO_LOW)
      .refine((text) => Number(text) <= 1_000_000_000, RULES.PRICE_TOO_HIGH),
  },
  UNREADABLE,
);
export type ProductFields = z.infer<typeof productFields>;

/** PUT /admin/products/{id}. A price change of more than 50 % needs `confirm` (409 PRICE_CHANGE_UNCONFIRMED). */
export const productChange = productFields.extend({
  confirm: z
    .enum(['true', 'false'], RULES.CONFIRM)
    .default('false')
    .transform((text) => text === 'true'),
});
export type ProductChange = z.infer<typeof productChange>;

/** Maximum characters of a correction's reason. */
export const MAX_REASON = 500;

/** POST /admin/users/{id}/quota. */
export const updateQuotaRequest = z.object(
  {
    amount: z
      .number(RULES.QUOTA_NUMBER)
      .int(RULES.QUOTA_WHOLE)
      .min(0, RULES.QUOTA_TOO_SMALL)
      .max(1_000_000, RULES.QUOTA_TOO_LARGE),
    operation: z.enum(['add', 'set'], RULES.QUOTA_OPERATION),
    /** Shown to administrators in the ledger and the audit log. A repeated request keeps the first reason. */
    reason: z
      .string(RULES.REASON_TOO_LONG)
      .trim()
      .max(MAX_REASON, RULES.REASON_TOO_LONG)
      .regex(NO_CONTROL_CHARACTERS, RULES.REASON_CHARACTERS)
      .optional(),
  },
  UNREADABLE,
);
export type UpdateQuotaRequest = z.infer<typeof updateQuotaRequest>;

export const updateQuotaResponse = z.object({ newQuota: z.number().int() });
export type UpdateQuotaResponse = z.infer<typeof updateQuotaResponse>;

/** GET /admin/topups/review: payments that require an administrator, longest waiting first. */
export const topupReviewItem = z.object({
  id: z.string(),
  user_id: z.string(),
  /** `null` if auth did not answer or the account was deleted. */
  username: z.string().nullish(),
  merchant_ref: z.string(),
  reference: z.string().nullable(),
  status: topupStatus,
  quantity: z.number().int(),
  final_amount: z.number().int(),
  payment_method: z.string(),
  /** Example: `amount_mismatch`. Several reviews are separated by commas, oldest first. */
  review: z.string(),
  /** Problem and remedy as plain sentences. */
  reason: z.string(),
  /** Already spent quota of a refunded payment. */
  refund_short: z.number().int(),
  created_at: instant,
  flagged_at: instant,
});
export type TopupReviewItem = z.infer<typeof topupReviewItem>;

/** POST /admin/topups/{id}/review/resolve and POST /admin/topups/{id}/credit. */
export const resolveReviewRequest = z.object(
  {
    note: z
      .string(RULES.REVIEW_NOTE_REQUIRED)
      .trim()
      .min(1, RULES.REVIEW_NOTE_REQUIRED)
      .max(500, RULES.REVIEW_NOTE_TOO_LONG)
      .regex(NO_NUL, UNREADABLE),
  },
  UNREADABLE,
);
export type ResolveReviewRequest = z.infer<typeof resolveReviewRequest>;
