import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '@casement/common/core/crypto/tokens.js';

const hmacHex = (key: string, message: string | Buffer): string =>
  createHmac('sha256', key).update(message).digest('hex');

/** Signs merchant code, merchant reference and amount, without separators. */
export const transactionSignature = (
  privateKey: string,
  merchantCode: string,
  merchantRef: string,
  amount: number,
): string => hmacHex(privateKey, `${merchantCode}${merchantRef}${amount}`);

/** Verifies a callback over its raw bytes because reserialized JSON may differ. */
export function isGatewaySignature(
  privateKey: string,
  body: Buffer,
  signature: string | undefined,
): boolean {
  return equalInConstantTime(hmacHex(privateKey, body), (signature ?? '').toLowerCase());
}
