import { createHmac, timingSafeEqual } from 'node:crypto';

/** Creates the hex HMAC-SHA256 with which both payment systems sign. */
export function sign(key: string, message: string): string {
  return createHmac('sha256', key).update(message).digest('hex');
}

export function isSignedBy(key: string, message: string, signature: string): boolean {
  const expected = Buffer.from(sign(key, message));
  const actual = Buffer.from(signature);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
