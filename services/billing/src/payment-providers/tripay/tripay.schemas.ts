import { z } from 'zod';
import { timestamp, webAddress, wholeRupiah } from '../provider-values.js';

/**
 * Schemas of Tripay's responses. Types vary between its samples: numbers arrive as text, and codes as numbers. Every
 * value is normalized or rejected here.
 */

const PPM = 1_000_000;

/** Percentage up to 100, from 0.7, "0.70" or "0", as millionths. Uses no floats, so 0.70 is exactly 7000. */
export const percentAsPpm = z
  .union([z.number(), z.string()])
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^\d{1,3}(\.\d{1,12})?$/))
  .transform((text) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return Number(whole) * 10_000 + Number(fraction.padEnd(4, '0').slice(0, 4));
  })
  .pipe(z.number().max(PPM));

/** Virtual account number or voucher code; a number in some samples. */
const codeText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) =>
    value === null || value === undefined || value === '' ? null : String(value),
  );

const iconAddress = z
  .string()
  .nullish()
  .transform((value) => (value && /^(https?:\/\/|\/(?!\/))/i.test(value) ? value : null));

const optionalRupiah = wholeRupiah.nullish().transform((value) => value ?? null);

const feeParts = z.object({ flat: wholeRupiah, percent: percentAsPpm });

/**
 * Payment channel with the customer's share of the fee. The provider's minimum and maximum apply to the full fee, so
 * they are unknown for the customer's share if the merchant pays a part.
 */
export const channelRow = z
  .object({
    group: z.string().default(''),
    code: z.string().min(1).max(40),
    name: z.string().min(1).max(200),
    type: z.string().default(''),
    fee_merchant: feeParts.nullish(),
    fee_customer: feeParts.nullish(),
    total_fee: feeParts,
    minimum_fee: optionalRupiah,
    maximum_fee: optionalRupiah,
    minimum_amount: optionalRupiah,
    maximum_amount: optionalRupiah,
    icon_url: iconAddress,
    active: z.union([z.boolean(), z.number(), z.string()]),
  })
  .transform(
    ({ fee_merchant: merchantFee, fee_customer: customerFee, total_fee: whole, ...row }) => ({
      code: row.code,
      name: row.name,
      type: row.type,
      groupName: row.group,
      iconUrl: row.icon_url,
      feeFlat: (customerFee ?? whole).flat,
      feePpm: (customerFee ?? whole).percent,
      ...(merchantFee && (merchantFee.flat > 0 || merchantFee.percent > 0)
        ? { minimumFee: null, maximumFee: null }
        : { minimumFee: row.minimum_fee, maximumFee: row.maximum_fee }),
      minimumAmount: row.minimum_amount,
      maximumAmount: row.maximum_amount,
      active: [true, 1, '1', 'true'].includes(row.active),
    }),
  );

/** Limits of payment instructions, which no real channel comes near. Longer lists and texts are truncated. */
const MAX_GUIDES = 10;
const MAX_STEPS = 20;
const MAX_TEXT = 500;

const ENTITIES = { nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'", apos: "'", amp: '&' };

/** Converts the provider's HTML to one line of plain text without tags and control characters. */
const plainText = z.string().transform((html) =>
  html
    .replace(/<(br|p|div|li)\b[^<>]*>/gi, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(
      /&(nbsp|lt|gt|quot|#39|apos|amp);/g,
      (_, name: string) => ENTITIES[name as keyof typeof ENTITIES],
    )
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT),
);

/** Unreadable instructions become null, because the order can be paid without them. */
const instructionList = z
  .array(z.object({ title: plainText, steps: z.array(plainText) }))
  .nullish()
  .transform((guides) => {
    const read = guides?.slice(0, MAX_GUIDES).map(({ title, steps }) => ({
      title,
      steps: steps.filter(Boolean).slice(0, MAX_STEPS),
    }));
    const useful = read?.filter(({ steps }) => steps.length > 0) ?? [];
    return useful.length > 0 ? useful : null;
  })
  .catch(null);

/** Content of a QRIS code, which is printable ASCII of a few hundred characters. */
const qrContent = z
  .string()
  .max(1_000)
  .regex(/^[\x20-\x7e]+$/)
  .nullish()
  .transform((text) => text ?? null)
  .catch(null);

/** An unknown status counts as unpaid, so that the payment is rechecked. */
const status = z.enum(['UNPAID', 'PAID', 'EXPIRED', 'FAILED', 'REFUND']).catch('UNPAID');

export const transactionRow = z
  .object({
    reference: z.string().min(1).max(100),
    merchant_ref: z.string().nullish(),
    payment_name: z.string().nullish(),
    amount: wholeRupiah,
    fee_customer: optionalRupiah,
    pay_code: codeText,
    pay_url: webAddress,
    checkout_url: webAddress,
    qr_url: webAddress,
    qr_string: qrContent,
    instructions: instructionList,
    status,
    expired_time: timestamp,
    expired_at: timestamp,
    paid_at: timestamp,
  })
  .transform((row) => ({
    reference: row.reference,
    merchantRef: row.merchant_ref ?? null,
    status: row.status,
    totalAmount: row.amount,
    feeCustomer: row.fee_customer ?? 0,
    paidAt: row.paid_at,
    payment: {
      paymentName: row.payment_name ?? '',
      checkoutUrl: row.checkout_url,
      payUrl: row.pay_url,
      qrUrl: row.qr_url,
      payCode: row.pay_code,
      qrString: row.qr_string,
      instructions: row.instructions,
      // Tripay's transaction list and its detail response use different names for this field.
      expiresAt: row.expired_time ?? row.expired_at,
    },
  }));

/** Body of a callback. A callback with an unknown status is rejected, so that an administrator is notified. */
export const callbackBody = z
  .object({
    reference: z.string().min(1).max(100),
    merchant_ref: z.string().nullish(),
    total_amount: wholeRupiah,
    fee_customer: optionalRupiah,
    status: z.enum(['PAID', 'FAILED', 'EXPIRED', 'REFUND', 'UNPAID']),
    paid_at: timestamp,
  })
  .transform((row) => ({
    reference: row.reference,
    merchantRef: row.merchant_ref ?? null,
    status: row.status,
    totalAmount: row.total_amount,
    feeCustomer: row.fee_customer ?? 0,
    paidAt: row.paid_at,
  }));

export const envelope = z.object({
  success: z.boolean(),
  message: z.string().nullish(),
  data: z.unknown().optional(),
});
