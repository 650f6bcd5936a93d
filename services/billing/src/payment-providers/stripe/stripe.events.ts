import { z } from 'zod';
import type { PaymentReport } from '../payment-provider.js';

/** Key of our reference in the metadata of sessions, payments and charges. */
export const MERCHANT_REF = 'merchant_ref';

const metadata = z.object({ [MERCHANT_REF]: z.string().optional() }).nullish();

/**
 * Events about payments, in the shape of any API version. Stripe copies a payment's metadata to its charge, but not to a
 * dispute or a refund: docs.stripe.com/api/metadata.
 */
const event = z.discriminatedUnion('type', [
  z.object({
    type: z.enum([
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'checkout.session.async_payment_failed',
      'checkout.session.expired',
    ]),
    data: z.object({ object: z.object({ id: z.string(), metadata }) }),
  }),
  z.object({
    type: z.literal('charge.refunded'),
    data: z.object({ object: z.object({ payment_intent: z.string(), metadata }) }),
  }),
  z.object({
    type: z.enum([
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]),
    data: z.object({ object: z.object({ payment_intent: z.string() }) }),
  }),
  z.object({
    type: z.enum(['refund.failed', 'refund.updated', 'charge.refund.updated']),
    data: z.object({
      object: z.object({ payment_intent: z.string(), status: z.enum(['failed', 'canceled']) }),
    }),
  }),
]);

const STATUSES: Record<z.infer<typeof event>['type'], PaymentReport['status']> = {
  'checkout.session.completed': 'UNPAID',
  'checkout.session.async_payment_succeeded': 'PAID',
  'checkout.session.async_payment_failed': 'FAILED',
  'checkout.session.expired': 'EXPIRED',
  'charge.refunded': 'REFUND',
  'charge.dispute.created': 'DISPUTED',
  'charge.dispute.updated': 'DISPUTED',
  'charge.dispute.closed': 'DISPUTED',
  'charge.dispute.funds_reinstated': 'DISPUTED',
  'refund.failed': 'REFUND_FAILED',
  'refund.updated': 'REFUND_FAILED',
  'charge.refund.updated': 'REFUND_FAILED',
};

/**
 * Reads which payment an event is about. The reference is the id of a session or of a payment.
 *
 * @returns null for other events, and for payments of another application of the same account
 */
export function readEvent(body: Buffer): PaymentReport | null {
  const read = event.safeParse(JSON.parse(body.toString('utf8')));
  if (!read.success) return null;
  const { type, data } = read.data;
  const { object } = data;
  const merchantRef = 'metadata' in object ? (object.metadata?.[MERCHANT_REF] ?? null) : null;
  const isNamed = type.startsWith('checkout.') || type === 'charge.refunded';
  if (merchantRef === null && isNamed) return null;
  return {
    reference: 'id' in object ? object.id : object.payment_intent,
    merchantRef,
    status: STATUSES[type],
    totalAmount: null,
    feeCustomer: null,
    paidAt: null,
  };
}
