import { z } from 'zod';

/** Values in the answers of several providers. */

/** Integer rupiah, from 4250, "4250" or "4250.00". */
export const wholeRupiah = z
  .union([z.number(), z.string().trim().min(1)])
  .transform(Number)
  .pipe(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER));

const DAY_TIME = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/;

/** Unix seconds as number or text, or a date and time. Text without a zone is in Jakarta time (UTC+7). */
export const timestamp = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => {
    if (value === null || value === undefined || value === '' || Number(value) === 0) return null;
    if (Number.isFinite(Number(value))) return new Date(Number(value) * 1000);
    const text = String(value);
    return new Date(DAY_TIME.test(text) ? `${text.replace(' ', 'T')}+07:00` : text);
  })
  .pipe(z.date().nullable());

/** Accepts only URLs that a browser may safely open. Any other value becomes null. */
export const webAddress = z
  .string()
  .nullish()
  .transform((value) => (value && /^https?:\/\//i.test(value) ? value : null));
