import { createHash } from 'node:crypto';
import { equalInConstantTime } from '@casement/common/core/crypto/tokens.js';
import type { CallbackVerdict } from '../payment-provider.js';
import { signedFields } from './midtrans.schemas.js';

/**
 * Verifies SHA-512 of order id, status code, gross amount as received, and server key
 * (docs.midtrans.com/reference/receiving-notifications). It does not cover the transaction's status.
 */
export function verifyNotification(serverKey: string, body: Buffer): CallbackVerdict {
  const fields = signedFields.safeParse(parse(body));
  if (!fields.success) return 'unsigned';
  const { order_id, status_code, gross_amount, signature_key } = fields.data;
  const expected = createHash('sha512')
    .update(`${order_id}${status_code}${gross_amount}${serverKey}`)
    .digest('hex');
  if (!equalInConstantTime(expected, signature_key.toLowerCase())) return 'forged';
  // Sent by the button "Test notification URL" of Midtrans's dashboard.
  return order_id.startsWith('payment_notif_test') ? 'ignored' : 'accepted';
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
