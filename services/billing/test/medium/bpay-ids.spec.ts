import fc from 'fast-check';
import type { BpayOrder } from '@casement/proto/http/billing/bpay.js';
import type { ServiceOperations } from '@casement/proto/http/operations.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { transactionIdentity } from '../../src/payment-providers/binance/binance.schemas.js';
import { BpayFixture } from '../fakes/bpay-fixture.js';
import { asNumber, RECEIVER_ID } from '../fakes/fake-binance.js';
import { Version010 } from '../fakes/version-010.js';

const ORDER_ID = '294163557804187651';
const TRANSACTION_ID = 'P_A1JM7ZT9MM571112';

describe('Binance transfer IDs', () => {
  let fixture: BpayFixture;
  let before: Version010;
  beforeAll(async () => {
    fixture = await BpayFixture.start();
    before = new Version010(fixture.billing.app);
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.reset();
    // The tests use the same IDs. In production, credited rows are never deleted.
    await fixture.sql('TRUNCATE bpay_transfer, bpay_claim, bpay_credited_id');
    await fixture.sql('UPDATE bpay_history SET order_ids_until = NULL');
  });
  afterEach(async () => {
    const broken = await brokenInvariants((text) => fixture.sql(text));
    // The transfers of orders from earlier tests were deleted, so this invariant cannot hold.
    delete broken['a paid Binance order has a transfer of its own, unless credited by hand'];
    expect(broken).toEqual({});
  });

  const setup = async (quantity = 1) => {
    const userId = fixture.billing.user();
    return { userId, order: await fixture.prepare(userId, quantity) };
  };
  const exact = (order: BpayOrder) => order.encoded_amount_usdt.toFixed(6);
  const pay = (order: BpayOrder) =>
    fixture.binance.pay(exact(order), { orderId: ORDER_ID, transactionId: TRANSACTION_ID });
  const failedJobs = async () => {
    const { body } = await fixture.billing.app.http
      .get('/api/admin/operations/billing')
      .set(fixture.billing.app.as({ admin: true }))
      .expect(200);
    return (body.data as ServiceOperations).failed_jobs!.rows;
  };

  it.each([
    [ORDER_ID, TRANSACTION_ID],
    [TRANSACTION_ID, ORDER_ID],
    [`M_P_${ORDER_ID}`, ORDER_ID],
    [` ${ORDER_ID} `, `C_P_${ORDER_ID}`],
  ])('finds a transfer by %p and credits once when %p follows', async (typed, other) => {
    const { userId, order } = await setup();
    pay(order);
    const first = await fixture.verify(userId, order, typed).expect(200);
    const again = await fixture.verify(userId, order, other).expect(200);
    expect((again.body as { data: unknown }).data).toEqual((first.body as { data: unknown }).data);
    expect(await fixture.billing.ledger(userId)).toEqual(['credit:1']);
    expect(await fixture.topup(order)).toMatchObject({ review: null });
  });

  it.each([ORDER_ID, TRANSACTION_ID])('rejects %p for a second order', async (typed) => {
    const [payer, other] = [await setup(), await setup()];
    pay(payer.order);
    await fixture.verify(payer.userId, payer.order, TRANSACTION_ID).expect(200);
    expect(await fixture.verdict(other.userId, other.order, typed)).toBe('409 BPAY_ALREADY_USED');
  });

  it('credits once when both IDs are entered concurrently', async () => {
    const { userId, order } = await setup();
    pay(order);
    const typed = [ORDER_ID, TRANSACTION_ID, ORDER_ID, TRANSACTION_ID];
    const verdicts = await Promise.all(typed.map((id) => fixture.verdict(userId, order, id)));
    expect(verdicts).toEqual(typed.map(() => '200'));
    expect(await fixture.billing.ledger(userId)).toEqual(['credit:1']);
  });

  it.each(['M_P_', 'C_P_', 'P_', ''])(
    'finds an old row with the prefix %p by its number',
    async (prefix) => {
      const { userId, order } = await setup();
      fixture.binance.pay(exact(order), { transactionId: `${prefix}71505104267788288` });
      expect(await fixture.verdict(userId, order, '71505104267788288')).toBe('200');
      expect(await fixture.verdict(userId, order, 'X_Y_71505104267788288')).toBe('200');
      expect(await fixture.billing.ledger(userId)).toEqual(['credit:1']);
    },
  );

  it.each([
    ['an Order ID as a number', { orderId: asNumber(ORDER_ID) }],
    ['a time as text', { transactionTime: String(Date.now() + 30_000) }],
    ['a receiver as a number', { receiverInfo: { binanceId: asNumber(RECEIVER_ID) } }],
  ])('credits a row with %s', async (_name, fields) => {
    const { userId, order } = await setup();
    fixture.binance.pay(exact(order), { orderId: ORDER_ID, transactionId: TRANSACTION_ID, fields });
    expect(await fixture.verdict(userId, order, ORDER_ID)).toBe('200');
  });

  it('credits an amount that Binance sends as a number', async () => {
    const { userId, order } = await setup();
    const fields = { amount: asNumber(exact(order)) };
    fixture.binance.pay('1', { orderId: ORDER_ID, transactionId: TRANSACTION_ID, fields });
    expect(await fixture.verdict(userId, order, ORDER_ID)).toBe('200');
  });

  describe('two candidates', () => {
    it('rejects an Order ID that is another transfer’s number', async () => {
      const { userId, order } = await setup();
      pay(order);
      fixture.binance.pay('9.99', { transactionId: `M_P_${ORDER_ID}` });
      expect(await fixture.verdict(userId, order, ORDER_ID)).toBe('409 BPAY_AMBIGUOUS');
      expect(await fixture.billing.ledger(userId)).toEqual([]);
      expect(await fixture.topup(order)).toMatchObject({ review: ['amount_mismatch'] });
    });

    it('rejects an Order ID shared by two transfers of the same amount and time', async () => {
      const { userId, order } = await setup();
      const transactionTime = Date.now();
      for (const transactionId of ['P_A1B', 'P_A1C']) {
        fixture.binance.pay(exact(order), { orderId: ORDER_ID, transactionId, transactionTime });
      }
      expect(await fixture.verdict(userId, order, ORDER_ID)).toBe('409 BPAY_AMBIGUOUS');
      expect(await fixture.verdict(userId, order, 'P_A1C')).toBe('409 BPAY_AMBIGUOUS');
      expect(await fixture.billing.ledger(userId)).toEqual([]);
    });

    it('treats a number under two prefixes as one transfer', async () => {
      const { userId, order } = await setup();
      const transactionTime = Date.now();
      for (const transactionId of ['M_P_715', 'C_P_715']) {
        fixture.binance.pay(exact(order), { transactionId, transactionTime });
      }
      expect(await fixture.verdict(userId, order, '715')).toBe('200');
      expect(await fixture.billing.ledger(userId)).toEqual(['credit:1']);
    });
  });

  describe('upgrade from 0.1.0', () => {
    it('recognizes by its Order ID a transfer that was credited before the Order ID was read', async () => {
      const [payer, other] = [await setup(), await setup()];
      await before.fetch(TRANSACTION_ID, exact(payer.order), RECEIVER_ID);
      expect(await before.credit(payer.order.merchant_ref, TRANSACTION_ID)).toBe('credited');
      const [{ paid_at: paidAt }] = await fixture.sql<{ paid_at: Date }>(
        'SELECT paid_at FROM bpay_transfer',
      );
      const transactionTime = paidAt.getTime();
      await fixture.sql(`UPDATE bpay_transfer SET paid_at = date_trunc('milliseconds', paid_at)`);
      const ids = { orderId: ORDER_ID, transactionId: TRANSACTION_ID, transactionTime };
      fixture.binance.pay(exact(payer.order), ids);
      expect(await fixture.verdict(payer.userId, payer.order, ORDER_ID)).toBe('200');
      expect(await fixture.verdict(other.userId, other.order, ORDER_ID)).toBe(
        '409 BPAY_ALREADY_USED',
      );
      expect(await fixture.billing.ledger(payer.userId)).toEqual(['credit:1']);
    });

    it('finds by its Order ID a transfer that a 0.1.0 replica has just fetched', async () => {
      const { userId, order } = await setup();
      await fixture.verify(userId, order, 'unknown').expect(409);
      const transactionTime = Date.now();
      const ids = { orderId: ORDER_ID, transactionId: TRANSACTION_ID, transactionTime };
      fixture.binance.pay(exact(order), ids);
      await before.fetch(TRANSACTION_ID, exact(order), RECEIVER_ID);
      await fixture.sql('UPDATE bpay_transfer SET paid_at = $1', [new Date(transactionTime)]);
      expect(await fixture.verdict(userId, order, ORDER_ID)).toBe('200');
    });

    it('waits for a 0.1.0 replica that is crediting the same transfer', async () => {
      const { userId, order } = await setup();
      pay(order);
      expect(await fixture.verdict(userId, (await setup()).order, ORDER_ID)).toMatch(/^404/);
      await fixture.verify(userId, order, 'unknown').expect(409);
      let verdict: Promise<string> | undefined;
      const outcome = await before.credit(order.merchant_ref, TRANSACTION_ID, async () => {
        verdict = fixture.verdict(userId, order, ORDER_ID);
        await waitFor(async () => {
          const waiting = await fixture.sql(
            `SELECT 1 FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          return waiting.length > 0;
        });
      });
      expect([outcome, await verdict]).toEqual(['credited', '200']);
      expect(await fixture.billing.ledger(userId)).toEqual(['credit:1']);
      expect(await fixture.topup(order)).toMatchObject({ review: null });
    });

    it('credits once when both versions run side by side, in either order', async () => {
      const { userId, order } = await setup();
      pay(order);
      await fixture.verify(userId, order, 'unknown').expect(409);
      const [verdicts, outcomes] = await Promise.all([
        Promise.all([ORDER_ID, TRANSACTION_ID].map((id) => fixture.verdict(userId, order, id))),
        Promise.all([1, 2].map(() => before.credit(order.merchant_ref, TRANSACTION_ID))),
      ]);
      expect(verdicts).toEqual(['200', '200']);
      for (const outcome of outcomes) expect(['credited', 'repeated']).toContain(outcome);
      expect(await fixture.billing.ledger(userId)).toEqual(['credit:1']);
      expect(await fixture.topup(order)).toMatchObject({ review: null });
    });

    it('prevents 0.1.0 from crediting a transfer to a second order under another key', async () => {
      const [payer, other] = [await setup(), await setup()];
      const transactionTime = Date.now();
      fixture.binance.pay(exact(payer.order), { transactionId: 'M_P_715', transactionTime });
      expect(await fixture.verdict(payer.userId, payer.order, '715')).toBe('200');
      await before.fetch('C_P_715', exact(payer.order), RECEIVER_ID);
      await expect(before.credit(other.order.merchant_ref, 'C_P_715')).rejects.toThrow(
        'an id of this transfer was credited before',
      );
      expect(await fixture.billing.ledger(other.userId)).toEqual([]);
    });
  });

  it('applies the same identity rule in the database and in the code', async () => {
    const ids = fc.sample(
      fc.oneof(fc.stringMatching(/^\w{1,30}$/), fc.stringMatching(/^[A-Za-z_]{0,6}[0-9]{1,20}$/)),
      500,
    );
    const identities = await fixture.sql<{ identity: string }>(
      `SELECT bpay_identity(id) AS identity FROM unnest($1::text[]) WITH ORDINALITY AS u (id, n) ORDER BY n`,
      [ids],
    );
    expect(identities.map(({ identity }) => identity)).toEqual(ids.map(transactionIdentity));
  });

  describe('unreadable rows', () => {
    it('are listed for administrators and counted, and hide no other row', async () => {
      const { userId, order } = await setup();
      const txid = fixture.binance.pay(exact(order));
      const fields = { transactionTime: asNumber('1714817381912.5'), payerInfo: { name: 'Jack' } };
      fixture.binance.pay('3', { orderId: '77', transactionId: 'P_A177X', fields });
      expect(await fixture.verdict(userId, order, txid)).toBe('200');

      const jobs = await failedJobs();
      expect(jobs).toMatchObject([
        {
          kind: 'binance-row',
          title: '77',
          attempts: 1,
          can_retry: true,
          error: 'transactionTime (text in another format)',
        },
      ]);
      expect(JSON.stringify(jobs)).not.toContain('Jack');
      const { text } = await fixture.billing.app.http.get('/internal/metrics').expect(200);
      expect(text).toMatch(/^casement_binance_rows_unreadable(\{.*\})? 1$/m);
    });

    it('leave the list on a retry once readable, and reappear while unreadable', async () => {
      const { userId, order } = await setup();
      const transfer = { orderId: '78', transactionId: 'P_A178X' };
      fixture.binance.pay('3', { ...transfer, fields: { currency: null } });
      await fixture.verify(userId, order, 'unknown').expect(409);
      const retry = async () => {
        const [{ id }] = await failedJobs();
        await fixture.billing.app.http
          .post(`/api/admin/operations/billing/failed-jobs/binance-row/${id}/retry`)
          .set(fixture.billing.app.as({ admin: true }))
          .expect(200);
      };
      await retry();
      expect(await failedJobs()).toHaveLength(1);
      fixture.binance.transfers[0].fields = {};
      await retry();
      expect(await failedJobs()).toEqual([]);
    });

    it('are still found by transaction ID when only the Order ID has an unexpected type', async () => {
      const { userId, order } = await setup();
      const fields = { orderId: { value: ORDER_ID } };
      fixture.binance.pay(exact(order), { orderId: '1', transactionId: TRANSACTION_ID, fields });
      expect(await fixture.verdict(userId, order, TRANSACTION_ID)).toBe('200');
      expect(await failedJobs()).toMatchObject([
        { kind: 'binance-row', title: TRANSACTION_ID, error: 'orderId (of type object)' },
      ]);
    });
  });

  it('shows administrators why a fetch failed until a fetch succeeds', async () => {
    const { userId, order } = await setup();
    const txid = fixture.binance.pay(exact(order));
    fixture.binance.mode = 'blocked';
    expect(await fixture.verdict(userId, order, txid)).toBe('503 BPAY_UNAVAILABLE');
    const [job] = await failedJobs();
    expect(job).toMatchObject({ kind: 'binance-history', attempts: 1 });
    expect(job.error).toMatch(/HTTP 451, Binance does not serve the country.*BINANCE_PROXY_URL/);
    fixture.binance.mode = 'ok';
    await fixture.sql('UPDATE bpay_history SET next_fetch_at = now()');
    expect(await fixture.verdict(userId, order, txid)).toBe('200');
    expect(await failedJobs()).toEqual([]);
  });
});
