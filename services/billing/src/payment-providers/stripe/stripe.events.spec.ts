import { readEvent } from './stripe.events.js';

const read = (type: string, object: object) =>
  readEvent(Buffer.from(JSON.stringify({ type, data: { object } })));
const metadata = { merchant_ref: 'CSM-1' };

describe(readEvent, () => {
  it.each([
    ['checkout.session.completed', 'UNPAID'],
    ['checkout.session.async_payment_succeeded', 'PAID'],
    ['checkout.session.async_payment_failed', 'FAILED'],
    ['checkout.session.expired', 'EXPIRED'],
  ])('names the session of %s', (type, status) => {
    expect(read(type, { id: 'cs_1', metadata })).toMatchObject({
      reference: 'cs_1',
      merchantRef: 'CSM-1',
      status,
    });
  });

  it.each([
    'charge.refunded',
    'charge.dispute.created',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ])('names the payment of %s', (type) =>
    expect(read(type, { payment_intent: 'pi_1', metadata })?.reference).toBe('pi_1'),
  );

  it.each(['refund.failed', 'refund.updated', 'charge.refund.updated'])(
    'names the payment of %s if the refund failed or was canceled',
    (type) => {
      const of = (status: string) => read(type, { id: 're_1', payment_intent: 'pi_1', status });
      expect(of('failed')).toMatchObject({ reference: 'pi_1', status: 'REFUND_FAILED' });
      expect(of('canceled')).toMatchObject({ reference: 'pi_1' });
      expect(of('succeeded')).toBeNull();
    },
  );

  it.each([
    ['another event', 'payment_intent.created', { id: 'pi_1', metadata }],
    ["another application's payment", 'checkout.session.completed', { id: 'cs_1', metadata: {} }],
    ["another application's refund", 'charge.refunded', { payment_intent: 'pi_1' }],
    ['a charge without a payment', 'charge.refunded', { payment_intent: null, metadata }],
  ])('ignores %s', (_, type, object) => expect(read(type, object)).toBeNull());
});
