import { z } from 'zod';
import { NO_CONTROL_CHARACTERS } from '../envelope.js';

/** Fields that several calls of /security share. All of these calls are an administrator’s (SPEC §6, §7). */

export const NO_ADDRESS = 'Please enter a valid IP address.';
const SEARCHED = 'The IP filter must be text of at most 64 characters';
const REASON = 'Reason can be at most 500 characters';

/** One address or a network, `203.0.113.7`, `2001:db8::/32`; the server keeps it in one spelling. */
export const addressOrNetwork = z
  .string(NO_ADDRESS)
  .trim()
  .max(64, NO_ADDRESS)
  .pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], NO_ADDRESS));

/** Part of an address, as it is shown, that begins with one of its first four numbers: `0.113` of 203.0.113.7. */
export const addressFilter = z
  .string(SEARCHED)
  .trim()
  .max(64, SEARCHED)
  .regex(NO_CONTROL_CHARACTERS, SEARCHED)
  .default('');

export const reason = z
  .string(REASON)
  .trim()
  .max(500, REASON)
  .regex(NO_CONTROL_CHARACTERS, 'Reason can only contain visible characters')
  .nullish()
  .transform((text) => text ?? '');

/** A filter of one of these values; `all` or nothing leaves it out. */
export const orAll = <const T extends readonly string[]>(values: T, problem: string) =>
  z.enum(['all', ...values], problem).default('all');
