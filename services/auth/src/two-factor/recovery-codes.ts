import { createHash, randomInt } from 'node:crypto';

/** Excludes i, l, o and u, which are easily confused with 1, 0 and v. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
export const RECOVERY_CODES = 10;

/** Groups of four letters: 140 random bits. */
const GROUPS = 7;

/** Returns e.g. `7k2m-9xqa-0bcd-e3fg-5hjn-8rtv-2wyz`. */
export const newRecoveryCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-');

/** A plain hash suffices for random bits. The user's id distinguishes equal codes of two users. */
export const hashRecoveryCode = (userId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${userId}\0${code.toLowerCase().replaceAll('-', '')}`)
    .digest();

/** Returns whether a code is a recovery code. Codes of an authenticator app have six digits. */
export const isRecoveryCode = (code: string): boolean => !/^\d{6}$/.test(code);
