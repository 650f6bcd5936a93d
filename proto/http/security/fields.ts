import { z } from 'zod';
import { NO_CONTROL_CHARACTERS } from '../envelope.js';
import { RULES } from '../rules.js';

/** Fields shared by several /security routes. All of these routes require an administrator (SPEC §6, §7). */

export const NO_ADDRESS = RULES.ADDRESS_INVALID;

/** Address or network, e.g. `203.0.113.7`, `2001:db8::/32`. The server normalizes it. */
export const addressOrNetwork = z
  .string(NO_ADDRESS)
  .trim()
  .max(64, NO_ADDRESS)
  .pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], NO_ADDRESS));

/** Part of a displayed address that begins with one of its four numbers, e.g. `0.113` of 203.0.113.7. */
export const addressFilter = z
  .string(RULES.ADDRESS_FILTER)
  .trim()
  .max(64, RULES.ADDRESS_FILTER)
  .regex(NO_CONTROL_CHARACTERS, RULES.ADDRESS_FILTER)
  .default('');

export const reason = z
  .string(RULES.REASON_TOO_LONG)
  .trim()
  .max(500, RULES.REASON_TOO_LONG)
  .regex(NO_CONTROL_CHARACTERS, RULES.REASON_CHARACTERS)
  .nullish()
  .transform((text) => text ?? '');

/** Filter with one of these values; `all` or an empty value disables it. */
export const enumOrAll = <const T extends readonly string[]>(values: T, problem: string) =>
  z.enum(['all', ...values], problem).default('all');
