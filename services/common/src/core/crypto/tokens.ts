import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Hex SHA-256, e.g. to keep a token at rest. Not for passwords: those need argon2. */
export const sha256Hex = (data: string | Buffer): string =>
  createHash('sha256').update(data).digest('hex');

/** A secret of `bytes` random bytes, in URL-safe text. 32 bytes can't be guessed. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** The duration does not depend on where the two differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  // Hashed first, so that the duration does not reveal their lengths either.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
