import { createHash, randomInt } from 'node:crypto';

/** Excludes i, l, o and u, which are easily confused with 1, 0 and v. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
export const RECOVERY_CODES = 10;

/** Returns 80 random bits in four groups, e.g. `7k2m-9xqa-0bcd-e3fg`. */
export const newRecoveryCode = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-');

/** A plain hash suffices for 80 random bits. The user's id distinguishes equal codes of two users. */
export const hashRecoveryCode = (userId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${userId}\0${code.toLowerCase().replaceAll('-', '')}`)
    .digest();

/** Distinguishes a recovery code from the six digits of an authenticator app. */
export const isRecoveryCode = (code: string): boolean => !/^\d{6}$/.test(code);
