import { CallbacksService } from '../../src/callbacks/callbacks.service.js';
import { ReconciliationService } from '../../src/topups/money/reconciliation.service.js';
import { ReconcilerService } from '../../src/topups/reconciler.service.js';
import { RefundsService } from '../../src/topups/refunds/refunds.service.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { ProviderWorld, type Order, type SentCallback } from '../fakes/provider-world.js';

interface Adapter {
  label: string;
  provider: 'tripay' | 'midtrans' | 'stripe';
  method: string;
}

const TRIPAY: Adapter = { label: 'Tripay', provider: 'tripay', method: 'QRIS' };
const MIDTRANS: Adapter = { label: 'Midtrans', provider: 'midtrans', method: 'MIDTRANS_CARD' };
const STRIPE: Adapter = { label: 'Stripe', provider: 'stripe', method: 'STRIPE_CARD' };

/** Cases of every payment provider (issue 59). Each provider is played by the sandbox in the shapes of its API. */
describe.each([TRIPAY, MIDTRANS, STRIPE])('$label payments', (adapter) => {
  const isHosted = adapter.provider !== 'tripay';
  let world: ProviderWorld;
  beforeAll(async () => {
    world = await ProviderWorld.start(adapter.provider, adapter.method);
  });
  afterAll(() => world.close());
  afterEach(() =>
    world.faults({ down: false, loseCreateAnswers: false, dropCallbacks: false, delayMs: 0 }),
  );

  const accept = (callback: SentCallback) => world.deliver(callback).expect(200);
  const pay = async (order: Order) => accept(await world.act(order, 'pay'));
  const ledger = ({ userId }: Order) => world.sut.ledger(userId);
  const reconcile = async (order: Order) => {
    await world.set(order, `next_check_at = now() - interval '1 second'`);
    await world.sut.app.get(ReconcilerService).reconcile();
  };
  const expireLocally = async (order: Order) => {
    await world.set(order, `expires_at = now() - interval '1 second'`);
    await world.sut.app.get(ReconcilerService).expire();
    expect(await world.row(order)).toMatchObject({ status: 'EXPIRED' });
  };
  const retryInbox = async () => {
    await world.sut.app.database.query(
      'UPDATE gateway_callback SET next_attempt_at = now() WHERE processed_at IS NULL',
    );
    await world.sut.app.get(CallbacksService).processInbox();
  };
  const callbacksOf = async ({ topup }: Order) => {
    const { id } = await world.row({ topup });
    return world.sut.app.database.query<{ provider: string; outcome: string }>(
      'SELECT provider, outcome FROM gateway_callback WHERE topup_id = $1 ORDER BY id',
      [id],
    );
  };

  describe('order', () => {
    it('stays open with the total and a page for the customer', async () => {
      const { topup } = await world.order();
      expect(topup).toMatchObject({
        status: 'UNPAID',
        final_amount: 100_000,
        payable_amount: isHosted ? 103_900 : 101_450,
        checkout_url: expect.stringMatching(/^http/),
      });
    });

    it('credits the quota once when it is paid', async () => {
      const order = await world.order();
      await pay(order);
      expect(await ledger(order)).toEqual(['credit:2']);
      expect(await world.row(order)).toMatchObject({ status: 'PAID', review: null });
      expect(await callbacksOf(order)).toEqual([
        { provider: adapter.provider, outcome: 'credited' },
      ]);
    });

    it('credits a payment after its own expiry', async () => {
      const order = await world.order();
      await expireLocally(order);
      await pay(order);
      expect(await ledger(order)).toEqual(['credit:2']);
    });

    it('expires when the provider says so', async () => {
      const order = await world.order();
      await accept(await world.act(order, 'expire'));
      expect(await world.row(order)).toMatchObject({ status: 'EXPIRED' });
    });

    it('is credited without any callback', async () => {
      const order = await world.order();
      await world.change(order, 'pay');
      await reconcile(order);
      expect(await ledger(order)).toEqual(['credit:2']);
    });
  });

  describe('callback', () => {
    it('credits once when it is delivered twice and when the payment is repeated', async () => {
      const order = await world.order();
      const callback = await world.act(order, 'pay');
      await accept(callback);
      await accept(callback);
      await pay(order);
      expect(await ledger(order)).toEqual(['credit:2']);
    });

    it('credits once when copies arrive concurrently', async () => {
      const order = await world.order();
      const callback = await world.act(order, 'pay');
      await Promise.all([1, 2, 3].map(() => accept(callback)));
      expect(await ledger(order)).toEqual(['credit:2']);
    });

    it('is rejected without a signature and with a wrong one', async () => {
      const order = await world.order();
      const callback = await world.act(order, 'pay');
      for (const forged of forgeriesOf(callback)) await world.deliver(forged).expect(403);
      expect(await ledger(order)).toEqual([]);
      const signals = await world.sut.events('security.signal.raised.v1', ({ kind, detail }) =>
        Boolean(kind === 'callback_forged' && detail.startsWith(adapter.provider)),
      );
      expect(signals.length).toBeGreaterThan(0);
    });

    it('does not touch an order of another provider', async () => {
      const order = await world.order();
      const foreign = world.tripayCallback({
        reference: `T${newId()}`,
        merchant_ref: order.topup.merchant_ref,
        total_amount: order.topup.payable_amount,
        fee_customer: 0,
        status: 'PAID',
        paid_at: 1_795_255_200,
      });
      if (!isHosted) foreign.path = '/api/payments/midtrans/callback';
      await world.deliver(foreign).expect(isHosted ? 200 : 403);
      expect(await ledger(order)).toEqual([]);
      expect(await world.row(order)).toMatchObject({ status: 'UNPAID', review: null });
    });

    it('never undoes a payment when an older one arrives after it', async () => {
      const order = await world.order();
      const older = isHosted ? await world.act(order, 'choose') : null;
      const paid = await world.act(order, 'pay');
      await accept(paid);
      await accept(older ?? world.tripayCallback({ status: 'EXPIRED', paid_at: null }, paid));
      expect(await ledger(order)).toEqual(['credit:2']);
      expect(await world.row(order)).toMatchObject({ status: 'PAID', review: null });
    });

    it('credits a payment after a failure of the same order', async () => {
      const order = await world.order();
      if (isHosted) {
        await accept(await world.act(order, 'choose'));
        await accept(await world.act(order, 'fail'));
        expect(await world.row(order)).toMatchObject({ status: 'FAILED' });
        await pay(order);
      } else {
        const paid = await world.act(order, 'pay');
        await accept(world.tripayCallback({ status: 'FAILED', paid_at: null }, paid));
        expect(await world.row(order)).toMatchObject({ status: 'FAILED' });
        await accept(paid);
      }
      expect(await ledger(order)).toEqual(['credit:2']);
    });
  });

  describe('payment of another amount', () => {
    const reviewed = async (order: Order) => {
      expect(await ledger(order)).toEqual([]);
      expect(await world.row(order)).toMatchObject({
        status: 'UNPAID',
        review: ['amount_mismatch'],
      });
    };

    it('is not credited but reviewed when it is too low', async () => {
      const order = await world.order();
      await accept(await world.act(order, 'underpay'));
      await reviewed(order);
    });

    it('is not credited but reviewed when it is too high', async () => {
      const order = await world.order();
      if (isHosted) await accept(await world.act(order, 'overpay'));
      else {
        const paid = await world.act(order, 'pay');
        await accept(world.tripayCallback({ total_amount: 101_451 }, paid));
      }
      await reviewed(order);
    });

    if (isHosted) {
      it('is not credited but reviewed in another currency', async () => {
        const order = await world.order();
        await accept(await world.act(order, 'pay-in-sgd'));
        await reviewed(order);
      });
    }
  });

  describe('refund by the provider', () => {
    it('takes back the unspent quota and flags the rest', async () => {
      const order = await world.order();
      await pay(order);
      await world.sut.rpc.HoldQuota({ installId: newId(), userId: order.userId });
      await accept(await world.act(order, 'refund'));
      expect(await ledger(order)).toEqual(['credit:2', 'hold:-1', 'refund:-1']);
      expect(await world.row(order)).toMatchObject({
        status: 'PAID',
        refund_short: 1,
        review: ['refund_short'],
      });
    });
  });

  describe('unavailable provider', () => {
    it('keeps an order whose creation was not answered, and credits it when it is paid', async () => {
      await world.faults({ loseCreateAnswers: true });
      const userId = world.sut.user();
      const body = { quantity: 2, payment_method: adapter.method };
      const answer = await world.sut.order(userId, body).expect(503);
      expect(answer.body).toMatchObject({
        code: 'PAYMENT_GATEWAY_UNAVAILABLE',
        message: expect.stringContaining('your order is kept'),
      });
      await world.faults({ loseCreateAnswers: false });
      const [topup] = (await world.sut.history(userId)).data;
      expect(topup).toMatchObject({ status: 'PENDING', reference: null });
      const order = { userId, topup } as unknown as Order;
      await reconcile(order);
      await pay(order);
      expect(await ledger(order)).toEqual(['credit:2']);
    });

    it('fails an order that it never received', async () => {
      await world.faults({ down: true });
      const userId = world.sut.user();
      const body = { quantity: 2, payment_method: adapter.method };
      await world.sut.order(userId, body).expect(503);
      await world.faults({ down: false });
      const [topup] = (await world.sut.history(userId)).data;
      const order = { userId, topup } as unknown as Order;
      await reconcile(order);
      expect(await world.row(order)).toMatchObject({ status: 'PENDING' });
      await world.set(order, `created_at = now() - interval '31 minutes'`);
      await reconcile(order);
      expect(await world.row(order)).toMatchObject({ status: 'FAILED', reference: null });
    });

    it('loses no callback that arrives in the meantime', async () => {
      const order = await world.order();
      const callback = await world.act(order, 'pay');
      await world.faults({ down: true });
      await accept(callback);
      expect(await ledger(order)).toEqual(isHosted ? [] : ['credit:2']);
      await world.faults({ down: false });
      await retryInbox();
      expect(await ledger(order)).toEqual(['credit:2']);
    });

    it('keeps the order when a check is not answered', async () => {
      const order = await world.order();
      await world.change(order, 'pay');
      await world.faults({ down: true });
      await reconcile(order);
      expect(await world.row(order)).toMatchObject({ status: 'UNPAID', review: null, checks: 0 });
      await world.faults({ down: false });
      await reconcile(order);
      expect(await ledger(order)).toEqual(['credit:2']);
    });
  });

  if (!isHosted) return;

  describe('callback without a payment', () => {
    it.each(['choose', 'challenge', 'deny'])('leaves the order open after "%s"', async (action) => {
      const order = await world.order();
      await world.change(order, action);
      if (adapter.provider === 'midtrans' || action === 'choose') {
        await accept(await world.act(order, 'callback'));
      }
      await reconcile(order);
      expect(await ledger(order)).toEqual([]);
      expect(await world.row(order)).toMatchObject({ status: 'UNPAID', review: null });
      await pay(order);
      expect(await ledger(order)).toEqual(['credit:2']);
    });

    if (adapter.provider === 'midtrans') {
      it('is not credited by its claimed status, which the signature does not cover', async () => {
        const order = await world.order();
        const pending = await world.act(order, 'choose');
        const claim = { ...pending, body: pending.body.replace('"pending"', '"settlement"') };
        await accept(claim);
        expect(await ledger(order)).toEqual([]);
        expect(await callbacksOf(order)).toMatchObject([{ outcome: 'nothing_new' }]);
      });
    }
  });

  describe('dispute', () => {
    const dispute = async () => {
      const order = await world.order();
      await pay(order);
      await accept(await world.act(order, 'dispute'));
      expect(await ledger(order)).toEqual(['credit:2']);
      expect(await world.row(order)).toMatchObject({ status: 'PAID', review: ['disputed'] });
      return order;
    };

    it('ends its review when it is won', async () => {
      const order = await dispute();
      await accept(await world.act(order, 'win'));
      expect(await ledger(order)).toEqual(['credit:2']);
      expect(await world.row(order)).toMatchObject({ status: 'PAID', review: null });
    });

    if (adapter.provider === 'stripe') {
      it('takes back the unspent quota when it is lost', async () => {
        const order = await dispute();
        await world.sut.rpc.HoldQuota({ installId: newId(), userId: order.userId });
        await accept(await world.act(order, 'lose'));
        expect(await ledger(order)).toEqual(['credit:2', 'hold:-1', 'refund:-1']);
        expect(await world.row(order)).toMatchObject({
          refunded_at: expect.any(Date),
          review: ['refund_short'],
        });
        const { id } = await world.row(order);
        const { body } = await world.sut.app.http
          .get(`/api/admin/topups/${id as string}`)
          .set(world.sut.app.as({ admin: true }));
        expect(body.data).toMatchObject({ refund: { origin: 'dispute', state: 'refunded' } });
      });

      it('is listed for review when it is won after it was lost', async () => {
        const order = await dispute();
        await accept(await world.act(order, 'lose'));
        expect(await world.row(order)).toMatchObject({ review: null });
        const won = await world.act(order, 'win');
        await accept(won);
        await accept(won);
        expect(await ledger(order)).toEqual(['credit:2', 'refund:-2']);
        expect(await world.row(order)).toMatchObject({ review: ['dispute_reversed'] });
      });

      describe('after a refund by hand', () => {
        const refundByHand = async (order: Order, { isConfirmed = true } = {}) => {
          const { id } = await world.row(order);
          const post = (path: string, body: object) =>
            world.sut.app.http
              .post(`/api/admin/topups/${id as string}/refund${path}`)
              .set(world.sut.app.as({ admin: true }))
              .send(body)
              .expect(200);
          await post('', { part: 'full', by_hand: true, reason: 'Asked for it' });
          if (isConfirmed) await post('/confirm', { reference: 'BCA 4711' });
        };

        it.each([
          ['a confirmed', true],
          ['an unconfirmed', false],
        ])('is listed for review when it is lost after %s one', async (_, isConfirmed) => {
          const order = await dispute();
          await refundByHand(order, { isConfirmed });
          await accept(await world.act(order, 'lose'));
          expect(await ledger(order)).toEqual(['credit:2', 'refund:-2']);
          expect(await world.row(order)).toMatchObject({
            refunded_at: expect.any(Date),
            review: ['dispute_lost'],
          });
        });

        it('ends its review when it is won in the end', async () => {
          const order = await dispute();
          await refundByHand(order);
          await accept(await world.act(order, 'lose'));
          await accept(await world.act(order, 'win'));
          expect(await ledger(order)).toEqual(['credit:2', 'refund:-2']);
          expect(await world.row(order)).toMatchObject({ review: null });
        });
      });
    }
  });

  describe('refund by an administrator', () => {
    const admin = () => world.sut.app.as({ admin: true });
    const start = async (order: Order, body: object = {}) => {
      const { id } = await world.row(order);
      const path = `/api/admin/topups/${id as string}/refund`;
      const send = { part: 'full', reason: 'Asked for it', ...body };
      return world.sut.app.http.post(path).set(admin()).send(send);
    };
    const refundOf = async ({ topup }: Order) => {
      const rows = await world.sut.app.database.query(
        `SELECT r.* FROM refund r JOIN topup t ON t.id = r.topup_id WHERE t.merchant_ref = $1`,
        [topup.merchant_ref],
      );
      return rows[0];
    };
    const checkDue = async (order: Order) => {
      await world.sut.app.database.query(
        `UPDATE refund SET next_check_at = now() WHERE state = 'refund_pending'
           AND topup_id = (SELECT id FROM topup WHERE merchant_ref = $1)`,
        [order.topup.merchant_ref],
      );
      await world.sut.app.get(RefundsService).processDue();
    };
    const confirm = async (order: Order) => {
      const { id } = await world.row(order);
      return world.sut.app.http
        .post(`/api/admin/topups/${id as string}/refund/confirm`)
        .set(admin())
        .send({ reference: 'BCA 4711' });
    };
    const paidOrder = async () => {
      const order = await world.order();
      await pay(order);
      return order;
    };

    it('returns the payment through the provider and takes back the quota', async () => {
      const order = await paidOrder();
      const answer = await start(order, { reason: 'x'.repeat(500) });
      expect(answer).toMatchObject({ body: { data: { state: 'refunded' } } });
      expect(await ledger(order)).toEqual(['credit:2', 'refund:-2']);
      expect(await world.row(order)).toMatchObject({
        status: 'PAID',
        refunded_at: expect.any(Date),
        refund_short: 0,
        review: null,
      });
      expect(await refundOf(order)).toMatchObject({ amount: '103900', state: 'refunded' });
    });

    it('returns the unused part and ignores the callback about it', async () => {
      const order = await paidOrder();
      await world.sut.rpc.HoldQuota({ installId: newId(), userId: order.userId });
      const answer = await start(order, { part: 'unused' });
      expect(answer).toMatchObject({ body: { data: { state: 'refunded' } } });
      await accept(await world.act(order, 'callback'));
      await reconcile(order);
      expect(await ledger(order)).toEqual(['credit:2', 'hold:-1', 'refund:-1']);
      expect(await world.row(order)).toMatchObject({ review: null, refund_taken: 1 });
      expect(await refundOf(order)).toMatchObject({ amount: '50000', quantity: 1 });
    });

    it("returns the unused part after a part that was refunded in the provider's dashboard", async () => {
      const order = await paidOrder();
      await accept(await world.act(order, 'refund-part'));
      expect(await world.row(order)).toMatchObject({ review: ['refunded_in_part'] });
      await world.sut.rpc.HoldQuota({ installId: newId(), userId: order.userId });
      const answer = await start(order, { part: 'unused' });
      expect(answer).toMatchObject({ body: { data: { state: 'refunded' } } });
      // Half of 103,900 and 50,000.
      expect(await world.refunded(order)).toBe(101_950);
    });

    it('stays pending while the provider is unavailable, and is made once afterwards', async () => {
      const order = await paidOrder();
      await world.faults({ down: true });
      expect(await start(order)).toMatchObject({ body: { data: { state: 'refund_pending' } } });
      expect(await ledger(order)).toEqual(['credit:2', 'refund:-2']);
      expect(await start(order)).toMatchObject({ status: 409 });
      await world.faults({ down: false });
      await checkDue(order);
      await checkDue(order);
      expect(await refundOf(order)).toMatchObject({ state: 'refunded', attempt: 0 });
      expect(await ledger(order)).toEqual(['credit:2', 'refund:-2']);
    });

    it('is found made if the answer was lost', async () => {
      const order = await paidOrder();
      await world.faults({ down: true });
      await start(order);
      await world.faults({ down: false });
      await world.change(order, 'refund');
      await checkDue(order);
      expect(await refundOf(order)).toMatchObject({ state: 'refunded', origin: 'administrator' });
      expect(await ledger(order)).toEqual(['credit:2', 'refund:-2']);
    });

    it('can be confirmed by hand before the provider was asked, and is not made by it later', async () => {
      const order = await paidOrder();
      await world.faults({ down: true });
      await start(order);
      expect(await confirm(order)).toMatchObject({ status: 200 });
      await world.faults({ down: false });
      await checkDue(order);
      expect(await world.refunded(order)).toBe(0);
      expect(await refundOf(order)).toMatchObject({ state: 'refunded', by_hand: true });
    });

    if (adapter.provider === 'stripe') {
      it('cannot be confirmed by hand while the answer of the provider is unknown', async () => {
        const order = await paidOrder();
        await world.faults({ loseCreateAnswers: true });
        expect(await start(order)).toMatchObject({ body: { data: { state: 'refund_pending' } } });
        await world.faults({ loseCreateAnswers: false });
        expect(await confirm(order)).toMatchObject({
          status: 409,
          body: { message: expect.stringContaining('could return it twice') },
        });
        expect(await refundOf(order)).toMatchObject({ state: 'refund_pending', by_hand: false });
        await checkDue(order);
        expect(await refundOf(order)).toMatchObject({ state: 'refunded', by_hand: false });
        expect(await world.refunded(order)).toBe(103_900);
      });

      it('can be confirmed by hand if the answer is still unknown after a day', async () => {
        const order = await paidOrder();
        await world.faults({ loseCreateAnswers: true });
        await start(order);
        await world.sut.app.database.query(
          `UPDATE refund SET called_at = called_at - interval '1 day' WHERE state = 'refund_pending'`,
        );
        expect(await confirm(order)).toMatchObject({ status: 200 });
      });
    }

    it('gives the quota back if the provider refuses, and can be restarted', async () => {
      const order = await paidOrder();
      await world.change(order, 'refund-part');
      expect(await start(order)).toMatchObject({ body: { data: { state: 'not_refunded' } } });
      expect(await refundOf(order)).toMatchObject({ failure: expect.stringMatching(/./) });
      expect(await ledger(order)).toEqual(['credit:2', 'refund:-2', 'refund:2']);
      expect(await world.row(order)).toMatchObject({ refunded_at: null, refund_taken: null });
      const again = await start(order, { by_hand: true });
      expect(again).toMatchObject({ body: { data: { state: 'by_hand' } } });
      expect((await ledger(order)).at(-1)).toBe('refund:-2');
    });

    if (adapter.provider === 'stripe') {
      describe('that fails after it was made', () => {
        const failed = async () => {
          const order = await paidOrder();
          await start(order);
          const callback = await world.act(order, 'fail-refund');
          await accept(callback);
          return { order, callback };
        };
        const reconciliation = async (order: Order) => {
          await world.set(
            order,
            `paid_at = paid_at - interval '2 days', refunded_at = refunded_at - interval '1 day', reconciled_at = NULL`,
          );
          await world.sut.app.get(ReconciliationService).reconcile();
          return (await world.row(order))['reconciliation'];
        };

        it('is listed for review, keeps the quota, and differs in the comparison', async () => {
          const { order } = await failed();
          expect(await ledger(order)).toEqual(['credit:2', 'refund:-2']);
          expect(await world.row(order)).toMatchObject({
            refunded_at: expect.any(Date),
            review: ['refund_failed'],
          });
          expect(await refundOf(order)).toMatchObject({
            state: 'refunded',
            failure: 'expired or canceled card',
          });
          expect(await reconciliation(order)).toBe('other_status');
        });

        it('ends when the administrator has transferred the money', async () => {
          const { order, callback } = await failed();
          expect(await confirm(order)).toMatchObject({ status: 200 });
          expect(await world.row(order)).toMatchObject({ review: null });
          expect(await refundOf(order)).toMatchObject({
            state: 'refunded',
            failure: null,
            by_hand: true,
            reference: 'BCA 4711',
          });
          expect(await confirm(order)).toMatchObject({ status: 409 });
          await accept(callback);
          await reconcile(order);
          expect(await world.row(order)).toMatchObject({ review: null });
          expect(await reconciliation(order)).toBe('confirmed');
        });

        it('ends when the provider has returned the money by another refund', async () => {
          const { order } = await failed();
          await accept(await world.act(order, 'refund'));
          expect(await world.row(order)).toMatchObject({ review: null });
          expect(await refundOf(order)).toMatchObject({ state: 'refunded', failure: null });
          expect(await ledger(order)).toEqual(['credit:2', 'refund:-2']);
        });

        it('was not made if its answer was lost, and returns the quota', async () => {
          const order = await paidOrder();
          await world.faults({ loseCreateAnswers: true });
          expect(await start(order)).toMatchObject({ body: { data: { state: 'refund_pending' } } });
          await world.faults({ loseCreateAnswers: false });
          await accept(await world.act(order, 'fail-refund'));
          expect(await refundOf(order)).toMatchObject({
            state: 'not_refunded',
            failure: 'expired or canceled card',
          });
          expect(await ledger(order)).toEqual(['credit:2', 'refund:-2', 'refund:2']);
          expect(await world.row(order)).toMatchObject({ refunded_at: null, review: null });
          // The failure belongs to the first attempt.
          expect(await start(order)).toMatchObject({ body: { data: { state: 'refunded' } } });
        });
      });
    }
  });
});

/** Returns the callback without a signature, with a wrong one, and with another body. */
function forgeriesOf({ path, body, headers }: SentCallback): SentCallback[] {
  const type = { 'content-type': 'application/json' };
  if (path.includes('midtrans')) {
    const fields = JSON.parse(body) as Record<string, string>;
    const of = (change: object) => ({
      path,
      headers,
      body: JSON.stringify({ ...fields, ...change }),
    });
    return [
      of({ signature_key: undefined }),
      of({ signature_key: fields['signature_key'].replace(/^./, 'x') }),
      // The same amount written differently.
      of({ gross_amount: fields['gross_amount'].replace('.00', '') }),
      of({ order_id: 'CSM-20261129-OTHER' }),
    ];
  }
  const name = path.includes('stripe') ? 'stripe-signature' : 'x-callback-signature';
  const wrong = { ...headers, [name]: headers[name].replace(/.$/, 'x') };
  return [
    { path, body, headers: type },
    { path, body, headers: wrong },
    { path, body: body.replace('{', '{ '), headers },
  ];
}

describe('Stripe charge', () => {
  it('is Rp × 100 if the currency is rupiah', async () => {
    const world = await ProviderWorld.start('stripe', 'STRIPE_CARD');
    expect(await world.row(await world.order())).toMatchObject({
      charge_currency: 'IDR',
      charge_minor: '10390000',
      charge_rate: '1.000000',
      charge_rate_at: expect.any(Date),
    });
    await world.close();
  });

  it('is recorded in cents rounded up, with the rate of the order, and paid exactly', async () => {
    const env = { STRIPE_CURRENCY: 'usd', USD_IDR_RATE: '15890.25' };
    const world = await ProviderWorld.start('stripe', 'STRIPE_CARD', env);
    const [order, short] = [await world.order(), await world.order()];
    expect(await world.row(order)).toMatchObject({
      charge_currency: 'USD',
      // 103,900 / 15,890.25 = 6.5386…
      charge_minor: '654',
      charge_rate: '15890.250000',
      payable_amount: '103900',
    });
    await world.deliver(await world.act(order, 'pay')).expect(200);
    expect(await world.sut.ledger(order.userId)).toEqual(['credit:2']);
    await world.deliver(await world.act(short, 'underpay')).expect(200);
    expect(await world.row(short)).toMatchObject({ review: ['amount_mismatch'] });
    await world.close();
  });
});
