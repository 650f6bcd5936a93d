import { z } from 'zod';
import { instant, UNREADABLE } from '../envelope.js';
import { humanName } from '../human-name.js';
import { RULES } from '../rules.js';

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
