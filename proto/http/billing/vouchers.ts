import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, pageQuery, searchText, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';

/** Code as typed by a customer. Case, spaces and hyphens do not matter. */
export const voucherCode = z
  .string(RULES.VOUCHER_CODE)
  .trim()
  .min(1, RULES.VOUCHER_CODE)
  .max(40, RULES.VOUCHER_CODE)
  .regex(NO_CONTROL_CHARACTERS, RULES.VOUCHER_CODE);

/** Effect of a code on a quote. */
export const quotedVoucher = z.object({
  /** Code as issued, or as typed if it is unknown. */
  code: z.string(),
  /** Discount of the code; `null` if it gives free quota or is unknown. */
  percentage: z.number().nullable(),
  /** Quota that the code gives without a payment; `null` for a discount. */
  quota: z.number().int().nullable(),
  /** Whether the code gives this quote its discount. A discount for the quantity that is as high counts instead. */
  applied: z.boolean(),
  /** Reason why the code cannot be used now, otherwise `null`. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
});

/** POST /user/vouchers/redeem. */
export const redeemVoucherRequest = z.object({ code: voucherCode }, UNREADABLE);
export type RedeemVoucherRequest = z.infer<typeof redeemVoucherRequest>;

export const redeemedVoucher = z.object({
  code: z.string(),
  /** Quota added by the code. */
  quota: z.number().int(),
  new_quota: z.number().int(),
});
export type RedeemedVoucher = z.infer<typeof redeemedVoucher>;

const MAX_VOUCHER_PERCENTAGE = 90;

/** Codes per request. */
const MAX_VOUCHERS = 1_000;

/** Day in Asia/Jakarta. From 2000 on, because PostgreSQL has no year 0. */
const day = z.iso
  .date(RULES.AUDIT_DAY)
  .regex(/^[2-9]/, RULES.AUDIT_DAY)
  .nullable()
  .default(null);
const whole = (rule: string, max: number) => z.number(rule).int(rule).min(1, rule).max(max, rule);

/** POST /admin/vouchers. Each created code has all of these properties. */
export const createVouchersRequest = z
  .object(
    {
      count: whole(RULES.VOUCHER_COUNT, MAX_VOUCHERS).default(1),
      /** Own code for a single voucher. Generated if it is missing. */
      code: z
        .string(RULES.VOUCHER_OWN_CODE)
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/, RULES.VOUCHER_OWN_CODE)
        .min(6, RULES.VOUCHER_OWN_CODE)
        .max(32, RULES.VOUCHER_OWN_CODE)
        .optional(),
      /** For administrators only. */
      label: z
        .string(RULES.VOUCHER_LABEL)
        .trim()
        .max(80, RULES.VOUCHER_LABEL)
        .regex(NO_CONTROL_CHARACTERS, RULES.VOUCHER_LABEL)
        .default(''),
      /** Either a discount on one top-up, or free quota. */
      percentage: z
        .number(RULES.VOUCHER_PERCENTAGE)
        .min(0.01, RULES.VOUCHER_PERCENTAGE)
        .max(MAX_VOUCHER_PERCENTAGE, RULES.VOUCHER_PERCENTAGE)
        .multipleOf(0.01, RULES.VOUCHER_PERCENTAGE)
        .nullable(),
      quota: whole(RULES.VOUCHER_QUOTA, 10_000).nullable(),
      /** Maximum number of uses of each code by all users. `null` (unlimited) is allowed only for discounts. */
      max_uses: whole(RULES.VOUCHER_MAX_USES, 1_000_000).nullable(),
      max_uses_per_user: whole(RULES.VOUCHER_MAX_USES, 1_000_000).default(1),
      /** Smallest quantity of a top-up with the discount. */
      min_quantity: whole(RULES.VOUCHER_MIN_QUANTITY, 1_000_000).default(1),
      /** First and last day; `null` is unlimited. */
      valid_from: day,
      valid_until: day,
    },
    UNREADABLE,
  )
  .refine(({ percentage, quota }) => (percentage === null) !== (quota === null), {
    path: ['quota'],
    message: RULES.VOUCHER_VALUE,
  })
  .refine(({ quota, max_uses }) => quota === null || max_uses !== null, {
    path: ['max_uses'],
    message: RULES.VOUCHER_MAX_USES,
  })
  .refine(({ code, count }) => code === undefined || count === 1, {
    path: ['code'],
    message: RULES.VOUCHER_OWN_CODE_ONCE,
  })
  .refine(
    ({ valid_from, valid_until }) => !valid_from || !valid_until || valid_from <= valid_until,
    {
      path: ['valid_until'],
      message: RULES.AUDIT_DAYS_ORDER,
    },
  );
export type CreateVouchersRequest = z.output<typeof createVouchersRequest>;

/** Row of GET /admin/vouchers. */
export const adminVoucher = z.object({
  id: z.string(),
  code: z.string(),
  label: z.string(),
  percentage: z.number().nullable(),
  quota: z.number().int().nullable(),
  max_uses: z.number().int().nullable(),
  max_uses_per_user: z.number().int(),
  min_quantity: z.number().int(),
  valid_from: z.string().nullable(),
  valid_until: z.string().nullable(),
  /** Redemptions, or top-ups that are paid or still open. */
  uses: z.number().int(),
  enabled: z.boolean(),
  created_at: instant,
});
export type AdminVoucher = z.infer<typeof adminVoucher>;

export const voucherFilter = z.enum(['all', 'enabled', 'disabled'], RULES.STATUS_FILTER_UNKNOWN);
export type VoucherFilter = z.infer<typeof voucherFilter>;

/** GET /admin/vouchers: newest first. The search matches the beginning of a code or a part of a label, ignoring case. */
export const adminVouchersQuery = pageQuery.extend({
  search: searchText,
  status: voucherFilter.default('all'),
});
export type AdminVouchersQuery = z.infer<typeof adminVouchersQuery>;

/** PATCH /admin/vouchers/{id}. */
export const updateVoucherRequest = z.object({ enabled: z.boolean(RULES.ENABLED) }, UNREADABLE);
export type UpdateVoucherRequest = z.infer<typeof updateVoucherRequest>;

/** Row of GET /admin/vouchers/{id}/uses. */
export const voucherUse = z.object({
  id: z.string(),
  user_id: z.string(),
  /** `null` if auth did not answer or the account was deleted. */
  username: z.string().nullable(),
  /** Top-up with the discount; `null` for redeemed quota. */
  topup: z
    .object({
      reference: z.string(),
      status: z.enum(['PAID', 'UNPAID', 'PENDING', 'EXPIRED', 'FAILED']),
      quantity: z.number().int(),
      discount_amount: z.number().int(),
    })
    .nullable(),
  created_at: instant,
});
export type VoucherUse = z.infer<typeof voucherUse>;
