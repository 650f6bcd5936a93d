import { z } from 'zod';
import { instant, NO_NUL, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';

/**
 * - refund_pending: the provider's answer is not known yet
 * - by_hand: an administrator is to return the money
 * - not_refunded: refused by the provider or cancelled; the quota was returned
 */
const refundState = z.enum(['refund_pending', 'by_hand', 'refunded', 'not_refunded']);
export type RefundState = z.infer<typeof refundState>;

/** `dispute`: the customer's bank took the money back. */
const refundOrigin = z.enum(['administrator', 'provider', 'dispute']);
export type RefundOrigin = z.infer<typeof refundOrigin>;

const plan = z.object({
  /** Quota whose price is returned. */
  quantity: z.number().int(),
  /** Rp to return. */
  amount: z.number().int(),
  /** USDT to return, with six decimals; `null` for a payment in rupiah. */
  amount_usdt: z.string().nullable(),
});

/** Refund of a top-up. */
const topupRefund = plan.extend({
  state: refundState,
  origin: refundOrigin,
  /** Quota held or taken back; less than `quantity` if some was spent. */
  taken: z.number().int(),
  reason: z.string(),
  /** Reference of the provider's refund or of the transfer; `null` if it is unknown. */
  reference: z.string().nullable(),
  /** Reason why the refund was not made or, if `refunded`, why the money did not reach the customer. */
  failure: z.string().nullable(),
  /** Administrator who started it; `null` if auth did not answer or the account was deleted. */
  by: z.string().nullable(),
  created_at: instant,
});
export type TopupRefund = z.infer<typeof topupRefund>;

/** Refunds that an administrator may start. */
const refundOptions = z.object({
  /** Full payment including the fee. */
  full: plan,
  /** `null` if the top-up is completely used or unused, or if the used part costs as much as was paid. */
  unused: plan.nullable(),
  /** Quota that is left of the top-up. */
  unused_quantity: z.number().int(),
  /** Whether the provider returns payments by this method. */
  by_provider: z.boolean(),
});
export type RefundOptions = z.infer<typeof refundOptions>;

/** Part of GET /admin/topups/{id}. */
export const refundDetails = {
  /** Is `null` without a refund, and for refunds by version 0.1.0. */
  refund: topupRefund.nullable(),
  /** `null` if it cannot be refunded, or a refund is in progress. */
  refund_options: refundOptions.nullable(),
};

const refundText = (tooLong: string, max: number) =>
  z
    .string(RULES.REFUND_TEXT_REQUIRED)
    .trim()
    .min(1, RULES.REFUND_TEXT_REQUIRED)
    .max(max, tooLong)
    .regex(NO_NUL, UNREADABLE);

/** POST /admin/topups/{id}/refund. */
export const refundRequest = z.object(
  {
    part: z.enum(['full', 'unused'], RULES.REFUND_PART),
    /** Whether the administrator returns the money. Always the case if the provider cannot. */
    by_hand: z.boolean(RULES.ENABLED).default(false),
    reason: refundText(RULES.REVIEW_NOTE_TOO_LONG, 500),
  },
  UNREADABLE,
);
export type RefundRequestBody = z.infer<typeof refundRequest>;

/** POST /admin/topups/{id}/refund/confirm: the money was returned by hand. */
export const confirmRefundRequest = z.object(
  { reference: refundText(RULES.REFUND_REFERENCE_TOO_LONG, 200) },
  UNREADABLE,
);
export type ConfirmRefundRequest = z.infer<typeof confirmRefundRequest>;

export const startedRefund = z.object({ state: refundState });
export type StartedRefund = z.infer<typeof startedRefund>;
