import { createHmac, timingSafeEqual } from 'node:crypto';

/** Hex HMAC-SHA256, which both outside systems sign with. */
export function sign(key: string, message: string): string {
  return createHmac('sha256', key).update(message).digest('hex');
}

export function isSignedBy(key: string, message: string, signature: string): boolean {
  const expected = Buffer.from(sign(key, message));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
