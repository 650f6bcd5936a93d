import type { ServiceOperations } from '@casement/proto/http/operations.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { CallbacksService } from '../../src/callbacks/callbacks.service.js';
import { ReconcilerService } from '../../src/topups/reconciler.service.js';
import { Settlement } from '../../src/topups/settlement.js';
import { BillingApp } from '../fakes/billing-app.js';
import { signatureOf } from '../fakes/fake-gateway.js';

describe('POST /payments/tripay/callback', () => {
  let sut: BillingApp;
  let sql: BillingApp['app']['database'];
  beforeAll(async () => {
    sut = await BillingApp.start();
    sql = sut.app.database;
  });
  afterAll(() => sut.close());
  afterEach(async () => {
    jest.restoreAllMocks();
    expect(await brokenInvariants((text) => sql.query(text))).toEqual({});
  });

  const setup = async (quantity = 2) => {
    const userId = sut.user();
    return { userId, ...(await sut.topUp(userId, quantity)) };
  };
  const callbacksOf = (reference: string) =>
    sql.query<{
      outcome: string | null;
      processed_at: Date | null;
      deliveries: number;
      attempts: number;
    }>(
      `SELECT outcome, processed_at, deliveries, attempts FROM gateway_callback
        WHERE convert_from(body, 'UTF8')::json ->> 'reference' = $1 ORDER BY received_at`,
      [reference],
    );

  it("§4 credits a payment and answers exactly the gateway's success", async () => {
    const { userId, reference } = await setup(2);
    const answer = await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
    expect(answer.body).toEqual({ success: true });
    expect(await sut.ledger(userId)).toEqual(['credit:2']);
    expect(await sut.row(reference)).toMatchObject({
      status: 'PAID',
      paid_at: new Date('2026-11-21T10:00:00Z'),
      next_check_at: null,
    });
  });

  it('credits a payment of a suspended user, whose own calls are refused', async () => {
    const { userId, reference } = await setup(2);
    await sut.app.get(EdgeWriter).revokeUser(userId, 1);
    const token = { userId, sessionId: newId(), epoch: 0 };
    await waitFor(() => sut.app.get(EdgeState).isRevoked(token));
    await sut.app.http.get('/api/user/topup/history').set(sut.app.as(token)).expect(401);
    await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
    expect(await sut.quota(userId)).toBe(2);
  });

  it('publishes the payment with the sum that the gateway collected', async () => {
    sut.gateway.feeCustomer = 700;
    const { userId, reference } = await setup(2);
    sut.gateway.feeCustomer = 0;
    await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
    const events = await sut.events('billing.topup.paid.v1', (event) => event.userId === userId);
    expect(events).toEqual([
      {
        topupId: expect.any(String),
        userId,
        reference,
        quantity: 2,
        finalAmount: 100_000,
        payableAmount: 100_700,
      },
    ]);
  });

  it('shows the total of an order with an unanswered create only once it is paid', async () => {
    const { userId, reference } = await setup(2);
    const unconfirmed = "reference = NULL, payable_amount = NULL, status = 'PENDING'";
    await sql.query(`UPDATE topup SET ${unconfirmed} WHERE reference = $1`, [reference]);
    const total = async () => {
      const [item] = (await sut.history(userId)).data;
      return [item.status, item.final_amount, item.fee_amount, item.payable_amount];
    };
    expect(await total()).toEqual(['PENDING', 100_000, null, null]);
    const paid = { total_amount: 100_750, fee_customer: 750 };
    await sut.deliver(sut.gateway.callback(reference, 'PAID', paid)).expect(200);
    expect(await total()).toEqual(['PAID', 100_000, 750, 100_750]);
  });

  describe('duplicates', () => {
    it('give one credit for 100 concurrent copies of the same callback', async () => {
      const { userId, reference } = await setup(3);
      const callback = sut.gateway.callback(reference, 'PAID');
      const answers = await Promise.all(Array.from({ length: 100 }, () => sut.deliver(callback)));
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
      await sut.app.get(CallbacksService).processInbox();
      expect(await sut.ledger(userId)).toEqual(['credit:3']);
      expect(await callbacksOf(reference)).toMatchObject([
        { outcome: 'credited', deliveries: 100 },
      ]);
    });

    it('give one credit for 20 different concurrent callbacks of one payment', async () => {
      const { userId, reference } = await setup(3);
      const callbacks = Array.from({ length: 20 }, (_, note) =>
        sut.gateway.callback(reference, 'PAID', { note }),
      );
      await Promise.all(callbacks.map((callback) => sut.deliver(callback).expect(200)));
      expect(await sut.ledger(userId)).toEqual(['credit:3']);
    });

    it('are answered with success even days later', async () => {
      const { userId, reference } = await setup(1);
      const callback = sut.gateway.callback(reference, 'PAID');
      await sut.deliver(callback).expect(200);
      const again = await sut.deliver(callback).expect(200);
      expect(again.body).toEqual({ success: true });
      expect(await sut.quota(userId)).toBe(1);
    });
  });

  describe('signature and origin checks', () => {
    const rejected = async (reference: string, body: string, signature?: string) => {
      const request = sut.app.http
        .post('/api/payments/tripay/callback')
        .set('content-type', 'application/json')
        .set('x-callback-event', 'payment_status');
      if (signature !== undefined) request.set('x-callback-signature', signature);
      const answer = await request.send(body).expect(403);
      expect(answer.body).toMatchObject({ success: false, code: 'CALLBACK_SIGNATURE_INVALID' });
      expect(await callbacksOf(reference)).toEqual([]);
      return (answer.body as { correlationId: string }).correlationId;
    };

    it('reject a wrong, foreign or missing signature and store nothing', async () => {
      const { userId, reference } = await setup(1);
      const { body } = sut.gateway.callback(reference, 'PAID');
      await rejected(reference, body, '0'.repeat(64));
      await rejected(reference, body, signatureOf(`${body} `));
      await rejected(reference, body, '');
      await rejected(reference, body);
      expect(await sut.quota(userId)).toBe(0);
    });

    it('reject the same JSON serialized differently, because the raw bytes are signed', async () => {
      const { reference } = await setup(1);
      const { body, signature } = sut.gateway.callback(reference, 'PAID');
      await rejected(reference, JSON.stringify(JSON.parse(body), null, 1), signature);
    });

    it('accept signed bytes that our own serialization would change', async () => {
      const { userId, reference } = await setup(1);
      const { body } = sut.gateway.callback(reference, 'PAID');
      const spaced = `{ "x" : 1.0, "y":"\\u00e9", ${body.slice(1)}`;
      await sut.deliver({ body: spaced, signature: signatureOf(spaced) }).expect(200);
      expect(await sut.quota(userId)).toBe(1);
    });

    it('report each wrong signature to security', async () => {
      const { reference } = await setup(1);
      // Flushes signals of earlier tests, with which equal signals of these requests would otherwise be merged.
      await sut.app.get(Signals).flush();
      const { body } = sut.gateway.callback(reference, 'PAID');
      const requests = [
        await rejected(reference, body, 'forged'),
        await rejected(reference, body, 'forged'),
      ];
      const signals = await waitFor(async () => {
        const raised = await sut.app.nats.events('security.signal.raised.v1');
        const found = raised
          .filter(({ correlationId }) => requests.includes(correlationId))
          .map(({ payload }) => payload);
        return found.reduce((sum, { count = 1 }) => sum + count, 0) >= requests.length && found;
      });
      const forged = { kind: 'callback_forged', service: 'billing', ip: '127.0.0.1' };
      expect(signals).toEqual(signals.map((): unknown => expect.objectContaining(forged)));
      expect(signals.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(requests.length);
    });

    it('do not report calls without a signature, which any page could make its visitors send', async () => {
      const { reference } = await setup(1);
      await sut.app.get(Signals).flush();
      const { body } = sut.gateway.callback(reference, 'PAID');
      const requests = [await rejected(reference, body), await rejected(reference, body, '')];
      await sut.app.get(Signals).flush();
      const raised = await sut.app.nats.events('security.signal.raised.v1');
      expect(raised.filter(({ correlationId }) => requests.includes(correlationId))).toEqual([]);
    });

    it('reject requests from pages of other sites unread', async () => {
      const { userId, reference } = await setup(1);
      const callback = sut.gateway.callback(reference, 'PAID');
      const { body } = await sut.deliver(callback).set('Origin', 'https://evil.test').expect(403);
      expect(body).toMatchObject({ code: 'FORBIDDEN' });
      expect(await sut.quota(userId)).toBe(0);
    });

    it('accept callbacks from allowed networks only, even with a valid signature', async () => {
      const { userId, reference } = await setup(1);
      const networks = { TRIPAY_CALLBACK_NETWORKS: '203.0.113.0/24, 2001:db8::/48' };
      const replica = await sut.startReplica(networks);
      const { body, signature } = sut.gateway.callback(reference, 'PAID');
      const deliver = (from: string) =>
        replica.http
          .post('/api/payments/tripay/callback')
          .set({ 'content-type': 'application/json', 'x-real-ip': from })
          .set({ 'x-callback-event': 'payment_status', 'x-callback-signature': signature })
          .send(body);
      await deliver('198.51.100.1').expect(403);
      expect(await sut.quota(userId)).toBe(0);
      await deliver('203.0.113.9').expect(200);
      expect(await sut.quota(userId)).toBe(1);
    });

    it('let only a valid signature pass when the address is blocked', async () => {
      const { userId, reference } = await setup(1);
      const edge = sut.app.get(EdgeState);
      await sut.app.get(EdgeWriter).block({ ip: '127.0.0.1', reason: 'test' });
      await waitFor(() => edge.isBlocked('127.0.0.1'));
      const { body, signature } = sut.gateway.callback(reference, 'PAID');
      const forged = await sut.deliver({ body, signature: 'forged' }).expect(403);
      expect(forged.body).toMatchObject({ code: 'IP_BLOCKED' });
      await sut.deliver({ body, signature }).expect(200);
      expect(await sut.quota(userId)).toBe(1);
      await sut.app.get(EdgeWriter).unblock('127.0.0.1');
      await waitFor(() => !edge.isBlocked('127.0.0.1'));
    });

    it('reject an unknown or missing event', async () => {
      const { userId, reference } = await setup(1);
      const { body, signature } = sut.gateway.callback(reference, 'PAID');
      await sut.deliver({ body, signature }).set('x-callback-event', 'other').expect(400);
      await sut.deliver({ body, signature }).unset('x-callback-event').expect(400);
      expect(await callbacksOf(reference)).toEqual([]);
      expect(await sut.quota(userId)).toBe(0);
    });
  });

  describe('checks against the stored top-up', () => {
    it.each([
      ['less', 99_999],
      ['more', 100_001],
      ['nothing', 0],
    ])(
      'credit nothing when %s than the amount was paid, and flag it for review',
      async (_, total_amount) => {
        const { userId, reference } = await setup(2);
        const callback = sut.gateway.callback(reference, 'PAID', { total_amount });
        await sut.deliver(callback).expect(200);
        expect(await sut.ledger(userId)).toEqual([]);
        expect(await sut.row(reference)).toMatchObject({
          status: 'UNPAID',
          review: ['amount_mismatch'],
        });

        await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
        expect(await sut.row(reference)).toMatchObject({ status: 'PAID', review: null });
      },
    );

    it('credit nothing when reference and merchant ref belong to two top-ups', async () => {
      const [mine, other] = [await setup(1), await setup(1)];
      const callback = sut.gateway.callback(mine.reference, 'PAID', {
        merchant_ref: other.merchant_ref,
      });
      await sut.deliver(callback).expect(200);
      expect(await sut.row(mine.reference)).toMatchObject({ review: ['reference_mismatch'] });
      expect([await sut.quota(mine.userId), await sut.quota(other.userId)]).toEqual([0, 0]);
    });

    it('accept a callback without a merchant ref', async () => {
      const { userId, reference } = await setup(1);
      await sut
        .deliver(sut.gateway.callback(reference, 'PAID', { merchant_ref: null }))
        .expect(200);
      expect(await sut.quota(userId)).toBe(1);
    });

    it('adopt an unknown reference by its merchant ref', async () => {
      const { userId, reference } = await setup(1);
      const unknown = `T${newId()}`;
      await sut
        .deliver(sut.gateway.callback(reference, 'PAID', { reference: unknown }))
        .expect(200);
      expect(await sut.quota(userId)).toBe(1);
      expect(await sut.row(unknown)).toMatchObject({ status: 'PAID' });
    });

    it('flag an order that is paid by two transactions, and credit it once', async () => {
      const { userId, reference } = await setup(1);
      await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      const second = { reference: `T${newId()}` };
      await sut.deliver(sut.gateway.callback(reference, 'PAID', second)).expect(200);
      expect(await sut.quota(userId)).toBe(1);
      expect(await sut.row(reference)).toMatchObject({ status: 'PAID', review: ['paid_twice'] });
    });

    it('keep a wrong payment in review when another transaction pays the order', async () => {
      const { userId, reference } = await setup(1);
      const wrong = sut.gateway.callback(reference, 'PAID', { total_amount: 1 });
      await sut.deliver(wrong).expect(200);
      const second = { reference: `T${newId()}` };
      await sut.deliver(sut.gateway.callback(reference, 'PAID', second)).expect(200);
      expect(await sut.quota(userId)).toBe(1);
      expect(await sut.row(second.reference)).toMatchObject({
        status: 'PAID',
        review: ['amount_mismatch'],
        review_since: expect.any(Date),
      });
    });

    const signalsOf = (kind: string, detail: string) =>
      sut.events(
        'security.signal.raised.v1',
        (signal) => signal.kind === kind && signal.detail.includes(detail),
      );

    it('store a payment that matches no order, answer success, and report it to security once', async () => {
      const { reference } = await setup(1);
      const foreign = { reference: `T${newId()}`, merchant_ref: 'CSM-OTHER' };
      await sut.deliver(sut.gateway.callback(reference, 'PAID', foreign)).expect(200);
      await sut.deliver(sut.gateway.callback(reference, 'PAID', foreign)).expect(200);
      expect(await callbacksOf(foreign.reference)).toMatchObject([{ outcome: 'unmatched' }]);
      expect(await signalsOf('callback_unmatched', `PAID of ${foreign.reference}`)).toHaveLength(1);
    });

    it('store an unreadable callback and report it to security', async () => {
      const body = '{"reference":"T1","status":"SETTLED"}';
      await sut.deliver({ body, signature: signatureOf(body) }).expect(200);
      expect(await callbacksOf('T1')).toMatchObject([{ outcome: 'unreadable' }]);
      expect(await signalsOf('callback_unreadable', 'tripay')).toHaveLength(1);
    });
  });

  describe('out-of-order callbacks', () => {
    const expireLocally = async (reference: string) => {
      await sql.query(
        `UPDATE topup SET expires_at = now() - interval '1 second' WHERE reference = $1`,
        [reference],
      );
      await sut.app.get(ReconcilerService).expire();
      expect(await sut.row(reference)).toMatchObject({ status: 'EXPIRED' });
    };

    it('§4 credits a callback that arrives after local expiry', async () => {
      const { userId, reference } = await setup(1);
      await expireLocally(reference);
      await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      expect(await sut.row(reference)).toMatchObject({ status: 'PAID', next_check_at: null });
      expect(await sut.quota(userId)).toBe(1);
    });

    it.each(['EXPIRED', 'FAILED'])('§4 never overwrites PAID by %s', async (status) => {
      const { userId, reference } = await setup(1);
      await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      await sut.deliver(sut.gateway.callback(reference, status)).expect(200);
      expect(await sut.row(reference)).toMatchObject({ status: 'PAID' });
      expect(await sut.quota(userId)).toBe(1);
    });

    it.each(['EXPIRED', 'FAILED'])('§4 credits a PAID that arrives after %s', async (status) => {
      const { userId, reference } = await setup(1);
      await sut.deliver(sut.gateway.callback(reference, status)).expect(200);
      expect(await sut.row(reference)).toMatchObject({ status });
      await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      expect(await sut.quota(userId)).toBe(1);
    });
  });

  describe('REFUND', () => {
    const refund = (reference: string) =>
      sut.deliver(sut.gateway.callback(reference, 'REFUND')).expect(200);

    it('takes the quota back', async () => {
      const { userId, reference } = await setup(3);
      await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      await refund(reference);
      await refund(reference);
      expect(await sut.ledger(userId)).toEqual(['credit:3', 'refund:-3']);
      expect(await sut.row(reference)).toMatchObject({
        status: 'PAID',
        refund_short: 0,
        review: null,
      });
    });

    it('takes the available quota and flags the rest', async () => {
      const { userId, reference } = await setup(3);
      await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      for (let n = 0; n < 2; n += 1) await sut.rpc.HoldQuota({ installId: newId(), userId });
      await refund(reference);
      expect(await sut.quota(userId)).toBe(0);
      expect(await sut.row(reference)).toMatchObject({ refund_short: 2, review: ['refund_short'] });
      const [item] = (await sut.history(userId)).data;
      expect(item).toMatchObject({
        status: 'PAID',
        refunded_at: expect.stringMatching(/Z$/),
        refunded_quantity: 1,
      });
    });

    it('flags the entire amount when all quota is spent', async () => {
      const { userId, reference } = await setup(1);
      await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      await sut.rpc.HoldQuota({ installId: newId(), userId });
      await refund(reference);
      expect(await sut.ledger(userId)).toEqual(['credit:1', 'hold:-1']);
      expect(await sut.row(reference)).toMatchObject({ refund_short: 1, review: ['refund_short'] });
    });

    it('prevents a credit when PAID arrives after it', async () => {
      const { userId, reference } = await setup(1);
      await refund(reference);
      await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      expect(await sut.ledger(userId)).toEqual([]);
      expect(await sut.row(reference)).toMatchObject({ status: 'FAILED', review: null });
      const [item] = (await sut.history(userId)).data;
      expect(item).toMatchObject({ refunded_quantity: 0 });
    });

    it('flags another transaction that pays the order afterwards, and credits nothing', async () => {
      const { userId, reference } = await setup(1);
      await refund(reference);
      const second = { reference: `T${newId()}` };
      await sut.deliver(sut.gateway.callback(reference, 'PAID', second)).expect(200);
      expect(await sut.ledger(userId)).toEqual([]);
      expect(await sut.row(reference)).toMatchObject({
        status: 'FAILED',
        review: ['paid_after_refund'],
      });
    });
  });

  describe('callback inbox', () => {
    it('loses nothing in a crash between inbox and ledger', async () => {
      const { userId, reference } = await setup(2);
      jest.spyOn(sut.app.get(Settlement), 'apply').mockImplementationOnce(async (tx) => {
        // Terminates the connection during the transaction, like SIGKILL would.
        await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
        throw new Error('not reached');
      });
      const answer = await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      expect(answer.body).toEqual({ success: true });
      expect(await sut.quota(userId)).toBe(0);
      expect(await callbacksOf(reference)).toMatchObject([{ processed_at: null, attempts: 1 }]);

      await sql.query(
        'UPDATE gateway_callback SET next_attempt_at = now() WHERE processed_at IS NULL',
      );
      await sut.app.get(CallbacksService).processInbox();
      expect(await sut.ledger(userId)).toEqual(['credit:2']);
      expect(await callbacksOf(reference)).toMatchObject([{ outcome: 'credited' }]);
    });

    it("lists callbacks among billing's failed jobs and retries them on request", async () => {
      const { userId, reference } = await setup(2);
      jest.spyOn(sut.app.get(Settlement), 'apply').mockRejectedValueOnce(new Error('down'));
      await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      const admin = sut.app.as({ admin: true });
      const failed = async () => {
        const { body } = await sut.app.http.get('/api/admin/operations/billing').set(admin);
        return (body.data as ServiceOperations).failed_jobs;
      };
      const jobs = await failed();
      expect(jobs).toMatchObject({
        total: 1,
        rows: [{ kind: 'payment-callback', title: 'tripay', attempts: 1, can_retry: true }],
      });
      const path = `/api/admin/operations/billing/failed-jobs/payment-callback/${jobs?.rows[0].id}`;
      await sut.app.http.post(`${path}/retry`).set(sut.app.as()).expect(403);
      await sut.app.http.post(`${path}/retry`).set(admin).expect(200);
      await sut.app.get(CallbacksService).processInbox();
      expect(await sut.ledger(userId)).toEqual(['credit:2']);
      expect(await failed()).toEqual({ total: 0, rows: [] });
      await sut.app.http.post(`${path}/retry`).set(admin).expect(404);
      expect(
        await sut.events(
          'security.audit.recorded.v1',
          ({ action }) => action === 'callback.retried',
        ),
      ).toHaveLength(1);
    });

    it('retries after at most ten minutes, however often a callback has failed', async () => {
      const { reference } = await setup(2);
      jest.spyOn(sut.app.get(Settlement), 'apply').mockRejectedValueOnce(new Error('down'));
      await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      await sql.query(
        'UPDATE gateway_callback SET attempts = 2000, next_attempt_at = now() WHERE processed_at IS NULL',
      );
      jest.spyOn(sut.app.get(Settlement), 'apply').mockRejectedValueOnce(new Error('down'));
      await sut.app.get(CallbacksService).processInbox();
      const [{ wait }] = await sql.query<{ wait: number }>(
        `SELECT extract(epoch FROM next_attempt_at - now())::float8 AS wait
           FROM gateway_callback WHERE processed_at IS NULL`,
      );
      expect(wait).toBeGreaterThan(540);
      expect(wait).toBeLessThanOrEqual(600);
      await sql.query(
        'UPDATE gateway_callback SET next_attempt_at = now() WHERE processed_at IS NULL',
      );
      await sut.app.get(CallbacksService).processInbox();
      expect(await callbacksOf(reference)).toMatchObject([{ outcome: 'credited' }]);
    });

    it('processes an open callback when a duplicate is delivered', async () => {
      const { userId, reference } = await setup(2);
      jest.spyOn(sut.app.get(Settlement), 'apply').mockRejectedValueOnce(new Error('down'));
      const callback = sut.gateway.callback(reference, 'PAID');
      await sut.deliver(callback).expect(200);
      expect(await sut.quota(userId)).toBe(0);
      await sut.deliver(callback).expect(200);
      expect(await sut.ledger(userId)).toEqual(['credit:2']);
    });

    it('credits nothing when the callback could not be stored', async () => {
      const { userId, reference } = await setup(2);
      const settlement = sut.app.get(Settlement);
      const apply = settlement.apply.bind(settlement);
      jest.spyOn(settlement, 'apply').mockImplementationOnce(async (tx, topup, report) => {
        await apply(tx, topup, report);
        throw new Error('after the ledger entry, before the end of the transaction');
      });
      await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      expect(await sut.ledger(userId)).toEqual([]);
      expect(await sut.row(reference)).toMatchObject({ status: 'UNPAID' });
    });
  });

  it('exports the payment delay and whether the ledger adds up', async () => {
    const { reference } = await setup(2);
    await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
    const { text } = await sut.app.http.get('/internal/metrics').expect(200);
    expect(text).toMatch(/^casement_payment_delay_seconds_count [1-9]/m);
    expect(text).toContain('casement_ledger_unequal_balances 0\n');
    for (const reading of ['ledger', 'payments', 'outbox'])
      expect(text).toContain(`casement_reading_up{reading="${reading}"} 1\n`);
  });
});
