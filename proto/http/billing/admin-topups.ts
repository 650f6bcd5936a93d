import { z } from 'zod';
import {
  decisionNote,
  instant,
  NO_CONTROL_CHARACTERS,
  NO_NUL,
  pageQuery,
  searchText,
  UNREADABLE,
  userId,
} from '../envelope.js';
import { RULES } from '../rules.js';
import { refundDetails } from './refunds.js';
import { topupStatus, topupHistoryItem, topupFilter } from './topups.js';

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
    search: searchText,
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
  ...refundDetails,
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
    note: decisionNote,
    /**
     * `review` that the administrator saw; empty if there was no reason. If the payment has further reasons, the
     * request fails with REVIEW_CHANGED. Without this field, all reasons end.
     */
    review: z.string(UNREADABLE).max(500, UNREADABLE).regex(NO_NUL, UNREADABLE).optional(),
  },
  UNREADABLE,
);
export type ResolveReviewRequest = z.infer<typeof resolveReviewRequest>;
