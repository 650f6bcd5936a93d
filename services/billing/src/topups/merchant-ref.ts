import { randomInt } from 'node:crypto';

/** Without letters that look like digits: customers read it out to the support. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

/** Our own name of an order, e.g. `CSM-20261121-7K3M9QX2PDHA`; 58 random bits, not to be guessed. */
export function newMerchantRef(now = new Date()): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  const tail = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `CSM-${day}-${tail}`;
}
