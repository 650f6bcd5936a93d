import { ruleCodeOf } from '@casement/proto/http/rules.js';
import type { BpayOrder } from '@casement/proto/http/billing/bpay.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { ReconcilerService } from '../../src/topups/reconciler.service.js';
import { Client } from 'pg';
import { BpayFixture } from '../fakes/bpay-fixture.js';

describe('POST /user/topup/bpay/verify', () => {
  let fixture: BpayFixture;
  beforeAll(async () => {
    fixture = await BpayFixture.start();
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.reset());
  afterEach(async () => {
    expect(await brokenInvariants((text) => fixture.sql(text))).toEqual({});
  });

  /** Creates a customer with an open order. */
  const setup = async (quantity = 1) => {
    const userId = fixture.billing.user();
    return { userId, order: await fixture.prepare(userId, quantity) };
  };
  const exact = (order: BpayOrder) => order.encoded_amount_usdt.toFixed(6);
  const claims = (order: BpayOrder) =>
    fixture.sql(
      `SELECT c.problem FROM bpay_claim c JOIN topup t ON t.id = c.topup_id WHERE t.merchant_ref = $1`,
      [order.merchant_ref],
    );

  it('§4 credits the order and returns the new quota', async () => {
    const { userId, order } = await setup(3);
    const txid = fixture.binance.pay(exact(order));
    const answer = await fixture.verify(userId, order, txid).expect(200);
    expect(answer.body).toMatchObject({
      success: true,
      data: { new_quota: 3, reference: order.merchant_ref },
    });
    expect(await fixture.billing.ledger(userId)).toEqual(['credit:3']);
    expect(await fixture.topup(order)).toMatchObject({ status: 'PAID', review: null });
    const paid = await fixture.billing.events(
      'billing.topup.paid.v1',
      (event) => event.userId === userId,
    );
    expect(paid).toMatchObject([{ quantity: 3, reference: order.merchant_ref }]);
  });

  it.each([
    ['M_P_77001', '77001'],
    ['77002', 'M_P_77002'],
    ['M_P_77003', 'M_P_77003'],
    ['P_A1B77004', ' P_A1B77004 '],
  ])(
    'accepts Order ID and transaction ID for the same payment: %p as %p',
    async (transactionId, txid) => {
      const { userId, order } = await setup();
      fixture.binance.pay(exact(order), { transactionId });
      expect(await fixture.verdict(userId, order, txid)).toBe('200');
    },
  );

  it('accepts Binance’s eight decimals, and a request without a merchant ref', async () => {
    const { userId, order } = await setup();
    const txid = fixture.binance.pay(`${exact(order)}00`);
    const body = { txid, encoded_amount: order.encoded_amount_usdt };
    await fixture.post(userId, 'verify', body).expect(200);
  });

  it('returns the same response to a repeated verification, and credits once', async () => {
    const { userId, order } = await setup();
    const txid = fixture.binance.pay(exact(order));
    const first = await fixture.verify(userId, order, txid).expect(200);
    const again = await fixture.verify(userId, order, `M_P_${txid}`).expect(200);
    expect((again.body as { data: unknown }).data).toEqual((first.body as { data: unknown }).data);
    expect(await fixture.billing.ledger(userId)).toEqual(['credit:1']);
  });

  it('rejects a payment that Binance does not list yet, and credits it once listed', async () => {
    const { userId, order } = await setup();
    expect(await fixture.verdict(userId, order, '88001')).toBe('409 BPAY_NOT_FOUND_YET');
    expect(await fixture.topup(order)).toMatchObject({ status: 'UNPAID', review: null });
    fixture.binance.pay(exact(order), { transactionId: 'M_P_88001' });
    expect(await fixture.verdict(userId, order, '88001')).toBe('200');
  });

  describe('§4 mismatched payments', () => {
    const cent = (order: BpayOrder, by: number) => (order.encoded_amount_usdt + by).toFixed(6);
    it.each<[string, string, string, (order: BpayOrder) => string]>([
      [
        'is too small',
        'BPAY_UNDERPAID',
        'amount_mismatch',
        (o) => fixture.binance.pay(cent(o, -0.5)),
      ],
      [
        'is slightly too small',
        'BPAY_UNDERPAID',
        'amount_mismatch',
        (o) => fixture.binance.pay(`${cent(o, -0.000001)}99`),
      ],
      [
        'is too large',
        'BPAY_OVERPAID',
        'amount_mismatch',
        (o) => fixture.binance.pay(cent(o, 0.5)),
      ],
      [
        'is slightly too large',
        'BPAY_OVERPAID',
        'amount_mismatch',
        (o) => fixture.binance.pay(`${exact(o)}01`),
      ],
      [
        'is not USDT',
        'BPAY_WRONG_CURRENCY',
        'amount_mismatch',
        (o) => fixture.binance.pay(exact(o), { currency: 'USDC' }),
      ],
      [
        'went to an account that Binance does not name',
        'BPAY_WRONG_RECEIVER',
        'receiver_unknown',
        (o) => fixture.binance.pay(exact(o), { receiverId: null }),
      ],
      [
        'is older than the order',
        'BPAY_BEFORE_ORDER',
        'paid_late',
        (o) => fixture.binance.pay(exact(o), { transactionTime: Date.now() - 600_000 }),
      ],
    ])(
      'payment that %s: responds %s, credits nothing, queues a review',
      async (_name, code, review, pay) => {
        const { userId, order } = await setup();
        const txid = pay(order);
        const refused = await fixture.verify(userId, order, txid).expect(409);
        expect(refused.body).toMatchObject({
          code,
          message: expect.stringContaining('our team will check it') as string,
        });
        expect(await fixture.verdict(userId, order, txid)).toBe(`409 ${code}`);
        expect(await fixture.billing.quota(userId)).toBe(0);
        expect(await fixture.topup(order)).toMatchObject({ status: 'UNPAID', review: [review] });
        expect(await claims(order)).toHaveLength(1);
      },
    );

    it('payment after the order expired: queues a review instead of losing the money', async () => {
      const { userId, order } = await setup();
      await fixture.sql('UPDATE topup SET expires_at = now() WHERE merchant_ref = $1', [
        order.merchant_ref,
      ]);
      await fixture.billing.app.get(ReconcilerService).expire();
      const txid = fixture.binance.pay(exact(order), { transactionTime: Date.now() + 1 });
      await waitFor(() => Date.now() > fixture.binance.transfers[0].transactionTime);
      const answer = await fixture.verify(userId, order, txid).expect(409);
      expect(answer.body).toMatchObject({
        code: 'BPAY_EXPIRED',
        message: expect.stringContaining('it is not lost') as string,
      });
      expect(await fixture.topup(order)).toMatchObject({
        status: 'EXPIRED',
        review: ['paid_late'],
      });
      expect(await claims(order)).toEqual([{ problem: 'late' }]);
      expect(await fixture.billing.quota(userId)).toBe(0);
    });

    it('payment to another account: queues no review because the money is not ours', async () => {
      const { userId, order } = await setup();
      const txid = fixture.binance.pay(exact(order), { receiverId: '35000002' });
      expect(await fixture.verdict(userId, order, txid)).toBe('409 BPAY_WRONG_RECEIVER');
      expect(await fixture.topup(order)).toMatchObject({ status: 'UNPAID', review: null });
    });

    it('payment for another open order of the customer: names that order, which is then credited', async () => {
      const { userId, order } = await setup();
      const other = await fixture.prepare(userId, 2);
      const txid = fixture.binance.pay(exact(other));
      const refused = await fixture.verify(userId, order, txid).expect(409);
      expect(refused.body).toMatchObject({
        code: 'BPAY_OTHER_ORDER',
        message: expect.stringContaining(
          `belongs to your other order ${other.merchant_ref}: verify it there`,
        ) as string,
      });
      expect(await claims(order)).toEqual([]);
      expect(await fixture.topup(order)).toMatchObject({ status: 'UNPAID', review: null });
      expect(await fixture.verdict(userId, other, txid)).toBe('200');
    });

    it('payment with the amount of an order that is already paid: queues a review', async () => {
      const { userId, order } = await setup();
      const other = await fixture.prepare(userId, 2);
      await fixture.verify(userId, other, fixture.binance.pay(exact(other))).expect(200);
      const second = fixture.binance.pay(exact(other));
      expect(await fixture.verdict(userId, order, second)).toBe('409 BPAY_OVERPAID');
      expect(await claims(order)).toEqual([{ problem: 'overpaid' }]);
      expect(await fixture.topup(order)).toMatchObject({ review: ['amount_mismatch'] });
    });

    it('payment for another user’s open order: does not reveal that order', async () => {
      const [payer, other] = [await setup(), await setup()];
      const txid = fixture.binance.pay(exact(payer.order));
      const refused = await fixture.verify(other.userId, other.order, txid).expect(409);
      const { message } = refused.body as { message: string };
      expect(message).toContain('the exact amount of another order');
      expect(message).not.toContain(payer.order.merchant_ref);
      expect(message).not.toContain('our team will check it');
      expect(await claims(other.order)).toEqual([]);
    });

    it('outgoing transfer: is reported like an unknown payment', async () => {
      const { userId, order } = await setup();
      const txid = fixture.binance.pay(`-${exact(order)}`);
      expect(await fixture.verdict(userId, order, txid)).toBe('409 BPAY_NOT_FOUND_YET');
    });

    it('payment with two candidates under one ID: is rejected', async () => {
      const { userId, order } = await setup();
      fixture.binance.pay(exact(order), { transactionId: '99001' });
      fixture.binance.pay('9.99', { transactionId: 'M_P_99001' });
      expect(await fixture.verdict(userId, order, '99001')).toBe('409 BPAY_AMBIGUOUS');
      expect(await fixture.billing.quota(userId)).toBe(0);
    });

    it('stay in review without blocking the correct payment', async () => {
      const { userId, order } = await setup();
      await fixture.verify(userId, order, fixture.binance.pay('0.5')).expect(409);
      await fixture.verify(userId, order, fixture.binance.pay(exact(order))).expect(200);
      expect(await fixture.topup(order)).toMatchObject({
        status: 'PAID',
        review: ['amount_mismatch'],
      });
    });
  });

  it('credits an expired order that was paid in time', async () => {
    const { userId, order } = await setup();
    const txid = fixture.binance.pay(exact(order));
    await waitFor(() => Date.now() > fixture.binance.transfers[0].transactionTime);
    await fixture.sql('UPDATE topup SET expires_at = now() WHERE merchant_ref = $1', [
      order.merchant_ref,
    ]);
    await fixture.billing.app.get(ReconcilerService).expire();
    expect(await fixture.verdict(userId, order, txid)).toBe('200');
  });

  it('no longer looks up an order whose amount may be reused, and refers to support', async () => {
    const { userId, order } = await setup();
    await fixture.sql('UPDATE topup SET bpay_reserved_until = now() WHERE merchant_ref = $1', [
      order.merchant_ref,
    ]);
    expect(await fixture.verdict(userId, order, fixture.binance.pay(exact(order)))).toBe(
      '409 BPAY_EXPIRED',
    );
    expect(fixture.binance.calls).toEqual([]);
  });

  it('credits an open order after the method was disabled', async () => {
    const { userId, order } = await setup();
    await fixture.sql(`UPDATE payment_method SET is_enabled = false WHERE code = 'BPAY'`);
    const verdict = await fixture.verdict(userId, order, fixture.binance.pay(exact(order)));
    await fixture.sql(`UPDATE payment_method SET is_enabled = true WHERE code = 'BPAY'`);
    expect(verdict).toBe('200');
  });

  it('credits nothing to an account deleted in the meantime and flags the money for refund', async () => {
    const { userId, order } = await setup();
    await fixture.sql('INSERT INTO closed_account (user_id) VALUES ($1)', [userId]);
    const txid = fixture.binance.pay(exact(order));
    expect(await fixture.verdict(userId, order, txid)).toBe('404 BPAY_ORDER_NOT_FOUND');
    expect(await fixture.billing.ledger(userId)).toEqual([]);
    expect(await fixture.topup(order)).toMatchObject({
      status: 'UNPAID',
      review: ['account_deleted'],
    });
  });

  describe('one credit per payment', () => {
    it('rejects a payment that has credited another order, and reports it to security', async () => {
      const [first, second] = [await setup(), await setup()];
      const txid = fixture.binance.pay(exact(first.order));
      await fixture.verify(first.userId, first.order, txid).expect(200);
      expect(await fixture.verdict(second.userId, second.order, `M_P_${txid}`)).toBe(
        '409 BPAY_ALREADY_USED',
      );
      expect(await fixture.billing.quota(second.userId)).toBe(0);
      await fixture.billing.app.get(Signals).flush();
      const signals = await fixture.billing.events(
        'security.signal.raised.v1',
        (signal) => signal.kind === 'payment_id_reused' && signal.userId === second.userId,
      );
      expect(signals).toHaveLength(1);
    });

    it('credits one of 50 concurrent verifications with one call to Binance', async () => {
      const { userId, order } = await setup();
      const txid = fixture.binance.pay(exact(order));
      const release = fixture.binance.hold();
      const all = Array.from({ length: 50 }, () => fixture.verdict(userId, order, txid));
      await waitFor(() => fixture.binance.calls.length > 0);
      release();
      expect(new Set(await Promise.all(all))).toEqual(new Set(['200']));
      expect(await fixture.billing.ledger(userId)).toEqual(['credit:1']);
      expect(fixture.binance.calls).toHaveLength(1);
    });

    it('credits the payer when two users claim one TXID concurrently', async () => {
      const [payer, other] = [await setup(), await setup()];
      const txid = fixture.binance.pay(exact(payer.order));
      const [own, foreign] = await Promise.all([
        Promise.all(
          Array.from({ length: 10 }, () => fixture.verdict(payer.userId, payer.order, txid)),
        ),
        Promise.all(
          Array.from({ length: 10 }, () => fixture.verdict(other.userId, other.order, txid)),
        ),
      ]);
      expect(new Set(own)).toEqual(new Set(['200']));
      expect(['409 BPAY_OTHER_ORDER', '409 BPAY_ALREADY_USED']).toEqual(
        expect.arrayContaining([...new Set(foreign)]),
      );
      expect(await fixture.billing.ledger(payer.userId)).toEqual(['credit:1']);
      expect(await fixture.billing.ledger(other.userId)).toEqual([]);
      // The payment will be found by its own order, so this order needs no review.
      expect(await fixture.topup(other.order)).toMatchObject({ review: null });
    });

    it('credits one of two payments of the same order and queues the second for review', async () => {
      const { userId, order } = await setup();
      const txids = [fixture.binance.pay(exact(order)), fixture.binance.pay(exact(order))];
      const verdicts = await Promise.all(txids.map((txid) => fixture.verdict(userId, order, txid)));
      expect(verdicts.toSorted()).toEqual(['200', '409 BPAY_ALREADY_PAID']);
      expect(await fixture.billing.ledger(userId)).toEqual(['credit:1']);
      expect(await fixture.topup(order)).toMatchObject({ status: 'PAID', review: ['paid_twice'] });
      expect(await claims(order)).toEqual([{ problem: 'paid_twice' }]);
    });

    it('is enforced by the database', async () => {
      const { userId, order } = await setup();
      const txid = fixture.binance.pay(exact(order));
      await fixture.verify(userId, order, txid).expect(200);
      const other = await fixture.topup((await setup()).order);
      await expect(
        fixture.sql('UPDATE bpay_transfer SET topup_id = $2 WHERE order_id = $1', [txid, other.id]),
      ).rejects.toThrow('a transfer pays one top-up only');
    });

    it('credits nothing when the connection is killed midway, then everything once', async () => {
      const { userId, order } = await setup();
      const txid = fixture.binance.pay(exact(order));
      await fixture.sql('INSERT INTO balance (user_id) VALUES ($1)', [userId]);
      const blocker = new Client({ connectionString: fixture.billing.app.database.url });
      await blocker.connect();
      await blocker.query('BEGIN');
      await blocker.query('SELECT 1 FROM balance WHERE user_id = $1 FOR UPDATE', [userId]);

      const cut = fixture.verdict(userId, order, txid);
      const [{ pid }] = await waitFor(async () => {
        const waiting = await fixture.sql<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
             AND wait_event_type = 'Lock' AND query ILIKE '%balance%'`,
        );
        return waiting.length > 0 && waiting;
      });
      await fixture.sql('SELECT pg_terminate_backend($1)', [pid]);
      expect(await cut).toMatch(/^5/);
      await blocker.end();

      expect(await fixture.topup(order)).toMatchObject({ status: 'UNPAID' });
      expect(await fixture.billing.ledger(userId)).toEqual([]);
      expect(await fixture.verdict(userId, order, txid)).toBe('200');
      expect(await fixture.billing.ledger(userId)).toEqual(['credit:1']);
    });
  });

  describe('requests rejected before any lookup', () => {
    it('another user’s order, reported as not found', async () => {
      const { order } = await setup();
      const txid = fixture.binance.pay(exact(order));
      const stranger = fixture.billing.user();
      expect(await fixture.verdict(stranger, order, txid)).toBe('404 BPAY_ORDER_NOT_FOUND');
      const own = await fixture.prepare(stranger);
      const mixed = { ...own, merchant_ref: order.merchant_ref };
      expect(await fixture.verdict(stranger, mixed, txid)).toBe('404 BPAY_ORDER_NOT_FOUND');
      expect(fixture.binance.calls).toEqual([]);
    });

    it.each([
      [{ encoded_amount: 3.13 }, 'txid', 'Please enter your Binance Order ID (TXID).'],
      [{ encoded_amount: 3.13, txid: '  ' }, 'txid', 'Please enter your Binance Order ID (TXID).'],
      [{ txid: '1' }, 'encoded_amount', 'Encoded amount is not ready...'],
      [{ txid: '1', encoded_amount: null }, 'encoded_amount', 'Encoded amount is not ready...'],
      [
        { txid: "1' OR 1=1", encoded_amount: 3.13 },
        'txid',
        'A Binance Order ID (TXID) can only contain letters, digits and underscores',
      ],
    ])('§5 invalid body %o', async (body, path, message) => {
      const answer = await fixture.post(fixture.billing.user(), 'verify', body).expect(400);
      expect((answer.body as { details: unknown[] }).details).toContainEqual({
        path,
        message,
        code: ruleCodeOf(message),
      });
    });

    it.each([3.13, 3.1300001, 1e-9])('amount that no order has: %d', async (encoded_amount) => {
      const { userId } = await setup();
      const answer = await fixture
        .post(userId, 'verify', { txid: '1', encoded_amount })
        .expect(404);
      expect(answer.body).toMatchObject({ code: 'BPAY_ORDER_NOT_FOUND' });
    });

    it('too many attempts, with the time to wait', async () => {
      const env = { ...fixture.binance.env, BPAY_VERIFIES_PER_MINUTE: '1' };
      const { http } = await fixture.billing.startReplica(env);
      const { userId, order } = await setup();
      const answers = [];
      // Three attempts, because a new minute may begin between two of them.
      for (const txid of ['1', '2', '3'])
        answers.push(await fixture.verify(userId, order, txid, http));
      const refused = answers.find((answer) => answer.status === 429)!;
      expect(refused.body).toMatchObject({ code: 'RATE_LIMITED' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(answers[0].status).toBe(409);
    });

    it('request without a session', async () => {
      await fixture.billing.app.http
        .post('/api/user/topup/bpay/verify')
        .send({ txid: '1', encoded_amount: 3.13 })
        .expect(401);
    });
  });
});
