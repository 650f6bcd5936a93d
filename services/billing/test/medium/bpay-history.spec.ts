import { waitFor } from '@casement/common/testing/wait-for.js';
import { BpayFixture } from '../fakes/bpay-fixture.js';
import type { FakeBinance } from '../fakes/fake-binance.js';

/**
 * Limits of Binance's API: 60 calls a minute per account, windows of at most 100 rows. Its errors do not mean that a
 * payment is missing.
 */
describe('Binance history fetch', () => {
  let fixture: BpayFixture;
  beforeAll(async () => {
    fixture = await BpayFixture.start();
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.reset());

  const paid = async () => {
    const userId = fixture.billing.user();
    const order = await fixture.prepare(userId);
    return { userId, order, txid: fixture.binance.pay(order.encoded_amount_usdt.toFixed(6)) };
  };

  it.each<FakeBinance['mode']>([
    'down',
    'limited',
    'banned',
    'bad-key',
    'bad-signature',
    'garbage',
    'silent',
  ])('§4 credits nothing and loses nothing while Binance is %s', async (mode) => {
    const { userId, order, txid } = await paid();
    fixture.binance.mode = mode;
    const answer = await fixture.verify(userId, order, txid).expect(503);
    expect(answer.body).toMatchObject({
      code: 'BPAY_UNAVAILABLE',
      message: expect.stringContaining('not lost') as string,
    });
    expect(await fixture.billing.ledger(userId)).toEqual([]);
    expect(await fixture.topup(order)).toMatchObject({ status: 'UNPAID', review: null });

    fixture.binance.mode = 'ok';
    await fixture.sql('UPDATE bpay_history SET next_fetch_at = now()');
    expect(await fixture.verdict(userId, order, txid)).toBe('200');
  });

  it.each([
    ['limited', 40],
    ['banned', 400],
    ['bad-key', 60],
  ] as const)(
    'makes no call while Binance demands a pause because of %s: %i s',
    async (mode, seconds) => {
      const { userId, order, txid } = await paid();
      fixture.binance.mode = mode;
      await fixture.verify(userId, order, txid).expect(503);
      fixture.binance.mode = 'ok';
      const answer = await fixture.verify(userId, order, txid).expect(503);
      expect(fixture.binance.calls).toHaveLength(1);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(seconds - 30);
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(seconds);
    },
  );

  it.each([-3_600_000, 3_600_000])(
    'adopts Binance’s clock when it differs by %i ms',
    async (shift) => {
      const { userId, order, txid } = await paid();
      fixture.binance.clockShiftMs = shift;
      expect(await fixture.verdict(userId, order, 'unknown')).toBe('409 BPAY_NOT_FOUND_YET');
      expect(fixture.binance.calls).toHaveLength(2);
      // The offset is remembered, so the next call is correct.
      await fixture.verify(userId, order, 'unknown').expect(409);
      expect(fixture.binance.calls).toHaveLength(3);
      fixture.binance.clockShiftMs = 0;
      expect(await fixture.verdict(userId, order, txid)).toBe('200');
    },
  );

  it('splits a full window and finds the rows after the first 100', async () => {
    const { userId, order } = await paid();
    const start = Date.now() - 1_800_000;
    // Generated IDs never start with 0, so these are unique.
    for (let n = 0; n < 250; n += 1) {
      fixture.binance.pay('1', {
        transactionId: `M_P_000${n}`,
        transactionTime: start + n * 7_000,
      });
    }
    // An unknown ID makes billing read the entire history, for which a busy machine may need a second request.
    const complete = await waitFor(async () => {
      const verdict = await fixture.verdict(userId, order, 'unknown');
      return verdict !== '503 BPAY_UNAVAILABLE' && verdict;
    });
    expect(complete).toBe('409 BPAY_NOT_FOUND_YET');
    expect(await fixture.verdict(userId, order, '0000')).toBe('409 BPAY_UNDERPAID');
    expect(fixture.binance.calls.length).toBeGreaterThan(3);
    const [{ known }] = await fixture.sql<{ known: string }>(
      `SELECT count(*) AS known FROM bpay_transfer WHERE transaction_id LIKE '000%'`,
    );
    expect(known).toBe('250');
  });

  it('starts at the oldest order, and later at the last position minus an order’s lifetime', async () => {
    const { userId, order, txid } = await paid();
    await fixture.sql('UPDATE bpay_history SET covered_until = NULL');
    const [{ at }] = await fixture.sql<{ at: Date }>(
      'SELECT min(created_at) AS at FROM topup WHERE bpay_micro IS NOT NULL',
    );
    await fixture.verify(userId, order, txid).expect(200);
    expect(fixture.binance.calls[0].start).toBe(at.getTime());
    await fixture.verify(userId, order, 'unknown').expect(409);
    const [first, second] = fixture.binance.calls;
    expect(second.start).toBe(first.end - 70 * 60_000);
  });

  it('makes no call for a payment that is already known', async () => {
    const [one, other] = [await paid(), await paid()];
    await fixture.verify(one.userId, one.order, one.txid).expect(200);
    await fixture.verify(other.userId, other.order, other.txid).expect(200);
    expect(fixture.binance.calls).toHaveLength(1);
  });

  it('stays within the call budget of the minute', async () => {
    const { userId, order, txid } = await paid();
    await fixture.sql(`UPDATE bpay_history SET minute = now() + interval '1 hour', calls = 30`);
    expect(await fixture.verdict(userId, order, txid)).toBe('503 BPAY_UNAVAILABLE');
    expect(fixture.binance.calls).toEqual([]);
  });

  it('is shared by all replicas: calls never overlap, and every payment is found', async () => {
    const { http } = await fixture.billing.startReplica(fixture.binance.env);
    const customers = await Promise.all(Array.from({ length: 6 }, paid));
    const answers = await Promise.all(
      customers.map(({ userId, order, txid }, n) =>
        n % 2 ? fixture.verify(userId, order, txid, http) : fixture.verify(userId, order, txid),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(customers.map(() => 200));
    expect(fixture.binance.maxConcurrent).toBe(1);
    expect(fixture.binance.calls.length).toBeLessThanOrEqual(2);
  });

  it('waits for a replica that is fetching, and for a replica that died while fetching', async () => {
    const { userId, order, txid } = await paid();
    await fixture.sql(
      `UPDATE bpay_history SET lease = gen_random_uuid(), leased_until = now() + interval '300 milliseconds'`,
    );
    expect(await fixture.verdict(userId, order, txid)).toBe('200');
  });

  it('stores readable rows next to an unreadable row', async () => {
    const { userId, order, txid } = await paid();
    fixture.binance.pay('a lot');
    expect(await fixture.verdict(userId, order, txid)).toBe('200');
    await waitFor(async () => (await fixture.billing.quota(userId)) === 1);
  });
});
