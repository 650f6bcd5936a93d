import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns the hex SHA-256, e.g. to store a token. Not for passwords, which need argon2. */
export const sha256Hex = (data: string | Buffer): string =>
  createHash('sha256').update(data).digest('hex');

/** Returns `bytes` random bytes as URL-safe text. 32 bytes cannot be guessed. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** Compares two texts in a time that does not depend on the position of a difference. */
export function equalInConstantTime(a: string, b: string): boolean {
  // Hashes first so that the duration does not reveal the lengths either.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
