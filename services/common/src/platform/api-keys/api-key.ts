import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What every key begins with, so that a person and a secret scanner see what it is. */
const PREFIX = 'csm_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 238 random bits. */
const RANDOM_LENGTH = 40;
/** 62^6 is above 2^32. */
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** `csm_`, 40 random characters and the checksum of those: 50 characters that a double click selects as one. */
export function newApiKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]);
  return withChecksum(random.join(''));
}

/** Whether a bearer token says that it is a key; any other is an access token. */
export const claimsToBeApiKey = (token: string): boolean => token.startsWith(PREFIX);

/**
 * Whether a text has the form of a key and its checksum is right. It says nothing of whether there is such a key: it
 * tells a key from a look-alike without asking a service (docs/api-keys.md has the pattern for scanners).
 */
export function isApiKey(text: string): boolean {
  return (
    SHAPE.test(text) &&
    withChecksum(text.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH)) === text
  );
}

/**
 * What is kept of a key. A plain SHA-256: passwords need a slow hash because people choose them out of few; 238 random
 * bits can't be tried out even by one who has the hashes, and a slow hash would only make each call slow.
 */
export const hashApiKey = (key: string): Buffer => hash('sha256', key, 'buffer');

/** The end by which its owner knows a key again: a part of the checksum, so no random bit is shown. */
export const endingOf = (key: string): string => key.slice(-4);

/** CRC-32 as zlib has it, of the random characters, in base 62. */
function withChecksum(random: string): string {
  let rest = crc32(random);
  let checksum = '';
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit += 1) {
    checksum = `${DIGITS[rest % DIGITS.length]}${checksum}`;
    rest = Math.floor(rest / DIGITS.length);
  }
  return `${PREFIX}${random}${checksum}`;
}
