import type { BpayOrder } from '@casement/proto/http/billing/bpay.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { TestApp } from '@casement/common/testing/test-app.js';
import { AutoCredit } from '../../src/bpay/auto-credit.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { ReconcilerService } from '../../src/topups/reconciler.service.js';
import { BpayFixture } from '../fakes/bpay-fixture.js';

describe('automatic credit of Binance transfers', () => {
  let fixture: BpayFixture;
  /** Replica with the setting, whose job runs once at its start and then after an hour. */
  let automatic: TestApp;
  beforeAll(async () => {
    fixture = await BpayFixture.start();
    automatic = await fixture.billing.startReplica({
      ...fixture.binance.env,
      BINANCE_POLL_INTERVAL_MS: '3600000',
    });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.reset();
    await fixture.sql(
      `UPDATE topup SET status = 'EXPIRED', expires_at = now() - interval '1 hour' WHERE status IN ('PENDING', 'UNPAID')`,
    );
  });
  afterEach(async () => {
    expect(await brokenInvariants((text) => fixture.sql(text))).toEqual({});
  });

  const run = (app: TestApp = fixture.billing.app) => app.get(AutoCredit).run();
  const setup = async () => {
    const userId = fixture.billing.user();
    return { userId, order: await fixture.prepare(userId) };
  };
  const exact = (order: BpayOrder) => order.encoded_amount_usdt.toFixed(6);

  it('credits the order whose exact amount was transferred', async () => {
    const [first, second] = [await setup(), await setup()];
    fixture.binance.pay(exact(first.order));
    expect(await run()).toBe(1);
    expect(await fixture.billing.ledger(first.userId)).toEqual(['credit:1']);
    expect(await fixture.topup(first.order)).toMatchObject({ status: 'PAID', review: null });
    expect(await fixture.topup(second.order)).toMatchObject({ status: 'UNPAID' });
    expect(await run()).toBe(0);
  });

  it.each([
    ['with another amount', 0.000001, {}],
    ['in another currency', 0, { currency: 'BUSD' }],
    ['to another account', 0, { receiverId: '35000002' }],
    ['without a receiver', 0, { receiverId: null }],
    ['sent before the order', 0, { transactionTime: Date.now() - 600_000 }],
  ])('leaves a transfer %s to the customer', async (_, difference, change) => {
    const { userId, order } = await setup();
    fixture.binance.pay((order.encoded_amount_usdt + difference).toFixed(6), change);
    expect(await run()).toBe(0);
    expect(await fixture.billing.ledger(userId)).toEqual([]);
    expect(await fixture.topup(order)).toMatchObject({ status: 'UNPAID', review: null });
  });

  it('makes no call while no order is open', async () => {
    fixture.binance.pay('3.130042');
    expect(await run()).toBe(0);
    expect(fixture.binance.calls).toEqual([]);
  });

  describe('after a second transfer of the same amount', () => {
    const paidTwice = { status: 'PAID', review: ['paid_twice'] };

    it('lists the order for review, and only once', async () => {
      const [{ userId, order }, other] = [await setup(), await setup()];
      fixture.binance.pay(exact(order));
      expect(await run()).toBe(1);
      fixture.binance.pay(exact(order));
      expect(await run()).toBe(0);
      expect(await fixture.billing.ledger(userId)).toEqual(['credit:1']);
      expect(await fixture.topup(order)).toMatchObject(paidTwice);
      expect(await fixture.topup(other.order)).toMatchObject({ status: 'UNPAID', review: null });
      await fixture.sql('UPDATE topup SET review = NULL, review_since = NULL');
      await run();
      expect(await fixture.topup(order)).toMatchObject({ review: null });
    });

    it('lists an order for review whose two transfers were read together', async () => {
      const { userId, order } = await setup();
      fixture.binance.pay(exact(order));
      fixture.binance.pay(exact(order));
      await Promise.all([run(), run(automatic)]);
      await run();
      expect(await fixture.billing.ledger(userId)).toEqual(['credit:1']);
      expect(await fixture.topup(order)).toMatchObject(paidTwice);
    });

    it('lists a transfer that a verification has read', async () => {
      const { userId, order } = await setup();
      await fixture.verify(userId, order, fixture.binance.pay(exact(order))).expect(200);
      fixture.binance.pay(exact(order));
      const other = await setup();
      expect(await fixture.verdict(other.userId, other.order, '1234567890')).toMatch(/^409/);
      await fixture.sql(`UPDATE topup SET status = 'EXPIRED' WHERE status = 'UNPAID'`);
      fixture.binance.calls = [];
      await fixture.sql('UPDATE bpay_history SET next_fetch_at = now()');
      await fixture.sql(
        `UPDATE topup SET expires_at = now() - interval '1 hour' WHERE status = 'EXPIRED'`,
      );
      await run();
      expect(fixture.binance.calls).toEqual([]);
      expect(await fixture.topup(order)).toMatchObject(paidTwice);
    });

    it('knows two rows of one transfer', async () => {
      const { order } = await setup();
      const ids = { orderId: '811234567890123456', transactionTime: Date.now() };
      fixture.binance.pay(exact(order), { ...ids, transactionId: 'P_A1SAMEZ1' });
      await run();
      await setup();
      fixture.binance.pay(exact(order), { ...ids, transactionId: 'P_A1SAMEZ2' });
      await run();
      expect(await fixture.topup(order)).toMatchObject({ status: 'PAID', review: null });
    });

    it('accepts the transfer of an order that an administrator has credited', async () => {
      const [{ order }] = [await setup(), await setup()];
      const { id } = await fixture.topup(order);
      await fixture.billing.app.http
        .post(`/api/admin/topups/${id as string}/credit`)
        .set(fixture.billing.app.as({ admin: true }))
        .send({ note: 'Seen in the app' })
        .expect(200);
      fixture.binance.pay(exact(order));
      await run();
      expect(await fixture.topup(order)).toMatchObject({ status: 'PAID', review: null });
    });
  });

  it('credits a transfer that was sent in time and listed after the expiry', async () => {
    const { userId, order } = await setup();
    fixture.binance.pay(exact(order));
    await fixture.sql('UPDATE topup SET expires_at = now() WHERE merchant_ref = $1', [
      order.merchant_ref,
    ]);
    await fixture.billing.app.get(ReconcilerService).expire();
    await run();
    expect(await fixture.billing.quota(userId)).toBe(1);
  });

  it('credits once while the customer verifies and another replica runs', async () => {
    const { userId, order } = await setup();
    const txid = fixture.binance.pay(exact(order));
    await Promise.all([run(), fixture.verify(userId, order, txid), run(automatic)]);
    await run();
    expect(await fixture.billing.ledger(userId)).toEqual(['credit:1']);
  });

  it('lets a later verification succeed with the new quota', async () => {
    const { userId, order } = await setup();
    const txid = fixture.binance.pay(exact(order));
    await run();
    for (const entered of [txid, '1234567890']) {
      const answer = await fixture.verify(userId, order, entered, automatic.http).expect(200);
      expect(answer.body).toMatchObject({ data: { new_quota: 1, reference: order.merchant_ref } });
    }
    expect(await fixture.verdict(userId, order, '1234567890')).toBe('409 BPAY_NOT_FOUND_YET');
  });

  it('shares the pause and the call budget with verifications', async () => {
    const { userId, order } = await setup();
    fixture.binance.pay(exact(order));
    await fixture.sql(`UPDATE bpay_history SET next_fetch_at = now() + interval '1 minute'`);
    expect(await run()).toBe(0);
    expect(fixture.binance.calls).toEqual([]);
    await fixture.sql(
      `UPDATE bpay_history SET next_fetch_at = now(), minute = date_trunc('minute', now()) + interval '1 minute',
         calls = 30`,
    );
    expect(await run()).toBe(0);
    expect(fixture.binance.calls).toEqual([]);
    await fixture.reset();
    fixture.binance.pay(exact(order));
    expect(await run()).toBe(1);
    expect(await fixture.billing.quota(userId)).toBe(1);
  });

  it('continues after Binance was away', async () => {
    const { userId, order } = await setup();
    fixture.binance.pay(exact(order));
    fixture.binance.mode = 'down';
    expect(await run()).toBe(0);
    fixture.binance.mode = 'ok';
    await fixture.sql('UPDATE bpay_history SET next_fetch_at = now()');
    expect(await run()).toBe(1);
    expect(await fixture.billing.quota(userId)).toBe(1);
  });

  it('tells the customer whether it is enabled', async () => {
    const userId = fixture.billing.user();
    expect(await fixture.prepare(userId)).toMatchObject({ automatic: false });
    const answer = await fixture.post(userId, 'prepare', { quantity: 1 }, automatic.http);
    expect(answer.body).toMatchObject({
      data: {
        automatic: true,
        instructions: expect.arrayContaining([expect.stringMatching(/^We add your quota/)]),
      },
    });
  });

  it('runs automatically at the interval', async () => {
    const { userId, order } = await setup();
    fixture.binance.pay(exact(order));
    await fixture.billing.startReplica({
      ...fixture.binance.env,
      BINANCE_POLL_INTERVAL_MS: '200',
    });
    await waitFor(async () => (await fixture.billing.quota(userId)) === 1);
  });
});
