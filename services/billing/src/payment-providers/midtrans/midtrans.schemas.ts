import { z } from 'zod';
import type { PaymentReport } from '../payment-provider.js';
import { timestamp, webAddress, wholeRupiah } from '../provider-values.js';

/** Body of POST /snap/v1/transactions, and of its refusal. */
export const snapAnswer = z.object({ redirect_url: webAddress });
export const snapRefusal = z.object({ error_messages: z.array(z.string()) });

/** Fields that every answer of /v2 has. The code is text and may differ from the HTTP status. */
export const apiAnswer = z.object({
  status_code: z.coerce.string(),
  status_message: z.string().default(''),
});

export const refundAnswer = z.object({ refund_key: z.string().nullish() });

/** Fields covered by the signature, as received. */
export const signedFields = z.object({
  order_id: z.string().min(1),
  status_code: z.string(),
  gross_amount: z.string(),
  signature_key: z.string(),
});

/** Answer of GET /v2/{order_id}/status, and body of a notification: docs.midtrans.com/docs/https-notification-webhooks. */
export const transaction = z
  .object({
    order_id: z.string().min(1).max(100),
    transaction_status: z.string(),
    fraud_status: z.string().nullish(),
    gross_amount: wholeRupiah,
    currency: z.string().default('IDR'),
    transaction_time: timestamp,
    settlement_time: timestamp,
    /** Sum of all refunds. Notifications contain only the list. */
    refund_amount: wholeRupiah.nullish().catch(null),
    refunds: z
      .array(z.object({ refund_amount: wholeRupiah }))
      .nullish()
      .catch(null),
  })
  .transform((row): PaymentReport => ({
    // Our own reference identifies the order, because each attempt to pay it has another `transaction_id`.
    reference: row.order_id,
    merchantRef: row.order_id,
    status: statusOf(row),
    totalAmount: row.currency === 'IDR' ? row.gross_amount : null,
    feeCustomer: null,
    paidAt: row.settlement_time ?? row.transaction_time,
    refunded:
      row.refund_amount ?? row.refunds?.reduce((sum, one) => sum + one.refund_amount, 0) ?? null,
  }));

/**
 * Maps docs.midtrans.com/docs/transaction-status-cycle. A denied attempt leaves the order open, because the customer can
 * pay it by another card. An unknown status counts as unpaid, so that the payment is rechecked.
 */
function statusOf({
  transaction_status: status,
  fraud_status: fraud,
}: {
  transaction_status: string;
  fraud_status?: string | null | undefined;
}): PaymentReport['status'] {
  switch (status) {
    case 'settlement':
      return 'PAID';
    case 'capture':
      return fraud === 'accept' ? 'PAID' : 'UNPAID';
    case 'expire':
      return 'EXPIRED';
    case 'cancel':
    case 'failure':
      return 'FAILED';
    case 'refund':
      return 'REFUND';
    case 'partial_refund':
      return 'PART_REFUND';
    // Whether the customer's bank keeps the money is decided later and shown only in Midtrans's dashboard.
    case 'chargeback':
    case 'partial_chargeback':
      return 'DISPUTED';
    default:
      return 'UNPAID';
  }
}
