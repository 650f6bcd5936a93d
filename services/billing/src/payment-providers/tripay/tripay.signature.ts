import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '@casement/common/core/crypto/tokens.js';

const hmacHex = (key: string, message: string | Buffer): string =>
  createHmac('sha256', key).update(message).digest('hex');

/** Signs a transaction: merchant code, merchant ref and amount with nothing between them. */
export const transactionSignature = (
  privateKey: string,
  merchantCode: string,
  merchantRef: string,
  amount: number,
): string => hmacHex(privateKey, `${merchantCode}${merchantRef}${amount}`);

/**
 * Whether a callback is the gateway's own. Over the bytes as they came: JSON that was parsed and written again
 * is another message.
 */
export function isGatewaySignature(
  privateKey: string,
  body: Buffer,
  signature: string | undefined,
): boolean {
  return equalInConstantTime(hmacHex(privateKey, body), (signature ?? '').toLowerCase());
}
