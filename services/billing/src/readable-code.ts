import { randomInt } from 'node:crypto';

/**
 * Excludes characters that are easily confused (0/O, 1/I/L, U/V), because people read references out to support and
 * copy voucher codes by hand.
 */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

/** Returns 12 random characters, e.g. `7K3M9QX2PDHA`. Their 58 bits make the code unguessable. */
export const readableCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
