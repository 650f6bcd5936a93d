import { z } from 'zod';
import { instant, pageQuery, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';
import { LANGUAGES } from '../../language.js';

/**
 * Latin and Vietnamese letters, digits and punctuation, which the font of the PDF contains. Excludes the soft hyphen
 * because it is invisible.
 */
const PRINTABLE =
  ' -~\\u00a0-\\u00ac\\u00ae-\\u017e\\u01a0\\u01a1\\u01af\\u01b0\\u0218-\\u021b\\u1ea0-\\u1ef9\\u2013\\u2014\\u2018\\u2019\\u201c-\\u201e\\u2022\\u2026\\u20ac';

const text = (max: number, tooLong: string, characters: string) =>
  z
    .string(RULES.RECEIPT_TEXT)
    .normalize('NFC')
    .trim()
    .max(max, tooLong)
    .regex(new RegExp(`^[${characters}]*$`), RULES.RECEIPT_CHARACTERS);

const name = text(120, RULES.RECEIPT_NAME_TOO_LONG, PRINTABLE);
const address = text(300, RULES.RECEIPT_ADDRESS_TOO_LONG, `${PRINTABLE}\\n`).regex(
  /^[^\n]*(\n[^\n]*){0,5}$/,
  RULES.RECEIPT_ADDRESS_TOO_LONG,
);
const taxId = text(40, RULES.RECEIPT_TAX_ID_TOO_LONG, PRINTABLE);

const party = z.object({ name, address, tax_id: taxId }, UNREADABLE);
export type ReceiptParty = z.infer<typeof party>;

/** PUT /user/receipts/buyer. Printed on later receipts; empty fields are omitted. */
export const receiptBuyer = party;

/** Name of a receipt, e.g. `RCP-2026-000001`. */
export const receiptNumber = z.string().regex(/^[A-Z0-9-]{1,40}$/, RULES.RECEIPT_UNKNOWN);

export const receiptLanguage = z.object(
  { language: z.enum(LANGUAGES, RULES.RECEIPT_LANGUAGE).default('en') },
  UNREADABLE,
);
export type ReceiptLanguage = z.infer<typeof receiptLanguage>;

const prefix = z.string(RULES.RECEIPT_PREFIX).regex(/^[A-Z0-9-]{1,10}$/, RULES.RECEIPT_PREFIX);

/** Share of the price that is taxed, e.g. `11/12`. */
const baseFactor = z
  .string(RULES.RECEIPT_TAX_BASE)
  .regex(/^[1-9]\d{0,2}\/[1-9]\d{0,2}$/, RULES.RECEIPT_TAX_BASE);

/** Percent with up to two decimals. */
const taxRate = z
  .number(RULES.RECEIPT_TAX_RATE)
  .min(0.01, RULES.RECEIPT_TAX_RATE)
  .max(99.99, RULES.RECEIPT_TAX_RATE)
  .multipleOf(0.01, RULES.RECEIPT_TAX_RATE);

const taxLabel = text(20, RULES.RECEIPT_TAX_LABEL, PRINTABLE).min(1, RULES.RECEIPT_TAX_LABEL);

/** PUT /admin/receipts/settings. They apply to receipts issued from then on. */
export const receiptSettings = z
  .object(
    {
      receipt_prefix: prefix,
      credit_note_prefix: prefix,
      seller_name: name.min(1, RULES.RECEIPT_SELLER_REQUIRED),
      seller_address: address.min(1, RULES.RECEIPT_SELLER_REQUIRED),
      seller_tax_id: taxId,
      /** The tax is included in the price. Its three fields are `null` if receipts state no tax. */
      tax_label: taxLabel.nullable(),
      tax_rate: taxRate.nullable(),
      tax_base_factor: baseFactor.nullable(),
    },
    UNREADABLE,
  )
  .refine(({ receipt_prefix, credit_note_prefix }) => receipt_prefix !== credit_note_prefix, {
    path: ['credit_note_prefix'],
    message: RULES.RECEIPT_PREFIXES_EQUAL,
  })
  .refine(
    ({ tax_label, tax_rate, tax_base_factor }) =>
      (tax_label === null) === (tax_rate === null) &&
      (tax_label === null) === (tax_base_factor === null),
    { path: ['tax_label'], message: RULES.RECEIPT_TAX_LABEL },
  );
export type ReceiptSettings = z.infer<typeof receiptSettings>;

/** GET /admin/receipts/settings. No receipt is issued while the seller's name is empty. */
export const currentReceiptSettings = z.object({
  ...receiptSettings.shape,
  seller_name: name,
  seller_address: address,
});

export const receiptKind = z.enum(['receipt', 'credit_note']);
export type ReceiptKind = z.infer<typeof receiptKind>;

/** Receipt as issued. Amounts are in rupiah. */
export const receipt = z.object({
  number: z.string(),
  kind: receiptKind,
  /** Number of the receipt that a credit note corrects. */
  corrects: z.string().nullable(),
  issued_at: instant,
  seller: party,
  /** `null` after the account was deleted. */
  buyer: party.nullable(),
  product_name: z.string(),
  quantity: z.number().int(),
  /** Rp per piece, with up to two decimals. */
  unit_price: z.number(),
  total_amount: z.number().int(),
  discount_percentage: z.number(),
  discount_amount: z.number().int(),
  /** After the discount, including the tax, without the fee. */
  final_amount: z.number().int(),
  fee_amount: z.number().int(),
  paid_amount: z.number().int(),
  /** Currency of all amounts. */
  currency: z.literal('IDR'),
  /** Exact USDT transfer with six decimals; `null` for a payment in rupiah. */
  paid_usdt: z.string().nullable(),
  payment_name: z.string(),
  reference: z.string(),
  paid_at: instant,
  tax: z
    .object({
      label: z.string(),
      rate: z.number(),
      base_factor: z.string(),
      base_amount: z.number().int(),
      amount: z.number().int(),
    })
    .nullable(),
});
export type Receipt = z.infer<typeof receipt>;

export const month = z
  .string(RULES.RECEIPT_MONTH)
  .regex(/^[2-9]\d{3}-(0[1-9]|1[0-2])$/, RULES.RECEIPT_MONTH);

/** GET /admin/receipts: receipts and credit notes of a month in Jakarta time, newest first. */
export const adminReceiptsQuery = pageQuery.extend({ month });
export type AdminReceiptsQuery = z.infer<typeof adminReceiptsQuery>;

/** GET /admin/receipts/archive. */
export const receiptArchiveQuery = receiptLanguage.extend({ month });
export type ReceiptArchiveQuery = z.infer<typeof receiptArchiveQuery>;
