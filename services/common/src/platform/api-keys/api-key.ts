import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Prefix of every key, so that people and secret scanners recognize it. */
const PREFIX = 'csm_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^40 keys: 238 random bits. */
const RANDOM_LENGTH = 40;
/** Enough for a CRC-32, because 62^6 is greater than 2^32. */
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** Returns `csm_`, 40 random characters and their checksum: 50 characters that a double click selects as one word. */
export function newApiKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]);
  return withChecksum(random.join(''));
}

/** Returns whether a bearer token looks like an API key. Other tokens are access tokens. */
export const hasApiKeyPrefix = (token: string): boolean => token.startsWith(PREFIX);

/**
 * Returns whether a text has the format of a key with a correct checksum. Detects most mistyped or made-up keys
 * without a lookup, but does not check that the key exists (docs/api-keys.md has the pattern for scanners).
 */
export function isApiKey(text: string): boolean {
  return (
    SHAPE.test(text) &&
    withChecksum(text.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH)) === text
  );
}

/**
 * Hashes a key for storage. Plain SHA-256 suffices: passwords need a slow hash because they are guessable, but 238
 * random bits cannot be brute-forced even with the hashes, and a slow hash would slow down every call.
 */
export const hashApiKey = (key: string): Buffer => hash('sha256', key, 'buffer');

/**
 * Returns the last four characters, by which the owner recognizes a key. They belong to the checksum, so no random
 * character is shown.
 */
export const endingOf = (key: string): string => key.slice(-4);

/** Appends the CRC-32 (as in zlib) of the random characters in base 62. */
function withChecksum(random: string): string {
  let rest = crc32(random);
  let checksum = '';
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit += 1) {
    checksum = `${DIGITS[rest % DIGITS.length]}${checksum}`;
    rest = Math.floor(rest / DIGITS.length);
  }
  return `${PREFIX}${random}${checksum}`;
}
