import { sha256Hex } from '@casement/common/core/crypto/tokens.js';

/** Crockford's base32, without letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
const BITS = 5n;

/** Returns the code that the recovery system shows on its console, without the dash: 40 bits of the boot's hash. */
export function consoleCodeOf(bootId: string): string {
  const bits = BigInt(`0x${sha256Hex(bootId).slice(0, 10)}`);
  return Array.from({ length: LENGTH }, (_, index) => {
    const shift = BITS * BigInt(LENGTH - 1 - index);
    return ALPHABET[Number((bits >> shift) & 31n)];
  }).join('');
}
