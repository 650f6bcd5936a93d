import { newId } from '@casement/common/data/database/new-id.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { CallbacksService } from '../../src/callbacks/callbacks.service.js';
import { ReconcilerService } from '../../src/topups/reconciler.service.js';
import { Settlement } from '../../src/topups/settlement.js';
import { BillingApp } from '../fakes/billing-app.js';

describe('auth.user.deleted', () => {
  let sut: BillingApp;
  let sql: BillingApp['app']['database'];
  beforeAll(async () => {
    sut = await BillingApp.start({ env: { TRIPAY_TIMEOUT_MS: '3000' } });
    sql = sut.app.database;
  });
  afterAll(() => sut.close());
  afterEach(async () => {
    jest.restoreAllMocks();
    expect(await brokenInvariants((text) => sql.query(text))).toEqual({});
  });

  const setup = async () => {
    const userId = sut.user();
    return { userId, ...(await sut.topUp(userId, 2)) };
  };
  const bodiesOf = (userId: string) =>
    sql.query<{ size: number; outcome: string | null }>(
      `SELECT length(c.body) AS size, c.outcome FROM gateway_callback c
         JOIN topup t ON t.id = c.topup_id WHERE t.user_id = $1 ORDER BY c.received_at`,
      [userId],
    );

  describe('with a pending payment', () => {
    it('closes the open top-up without an event', async () => {
      const { userId, reference } = await setup();
      await sut.deleteUser(userId);
      expect(await sut.row(reference)).toMatchObject({ status: 'EXPIRED', review: null });
      const events = await sut.app.nats.events('billing.topup.expired.v1');
      expect(events.filter(({ payload }) => payload.userId === userId)).toEqual([]);
    });

    it('credits no later payment and flags it for refund', async () => {
      const { userId, reference } = await setup();
      await sut.deleteUser(userId);
      await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      await sut.deliver(sut.gateway.callback(reference, 'PAID', { note: 'again' })).expect(200);
      expect(await sut.ledger(userId)).toEqual([]);
      expect(await sut.row(reference)).toMatchObject({
        status: 'EXPIRED',
        review: ['account_deleted'],
        review_since: expect.any(Date),
      });
    });

    it('detects the money without a callback', async () => {
      const { userId, reference } = await setup();
      await sut.deleteUser(userId);
      sut.gateway.set(reference, 'PAID');
      await sql.query('UPDATE topup SET next_check_at = now() WHERE reference = $1', [reference]);
      await sut.app.get(ReconcilerService).reconcile();
      expect(await sut.row(reference)).toMatchObject({ review: ['account_deleted'] });
      expect(await sut.quota(userId)).toBe(0);
    });

    it('needs no review once the gateway has refunded the money', async () => {
      const { userId, reference } = await setup();
      await sut.deleteUser(userId);
      await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      await sut.deliver(sut.gateway.callback(reference, 'REFUND')).expect(200);
      expect(await sut.row(reference)).toMatchObject({
        status: 'FAILED',
        review: null,
        review_since: null,
        refunded_at: expect.any(Date),
      });
    });

    it('expires an order whose creation response was lost, and flags a later payment for review', async () => {
      sut.gateway.createMode = 'lost';
      const userId = sut.user();
      await sut.order(userId, { quantity: 1, payment_method: 'QRIS' }).expect(503);
      sut.gateway.createMode = 'ok';
      const [{ merchant_ref }] = (await sut.history(userId)).data;
      const { reference } = sut.gateway.byMerchantRef(merchant_ref);
      await sut.deleteUser(userId);
      await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      expect((await sut.history(userId)).data).toMatchObject([{ status: 'EXPIRED' }]);
      const rows = await sql.query('SELECT review, review_since FROM topup WHERE user_id = $1', [
        userId,
      ]);
      expect(rows).toEqual([{ review: ['account_deleted'], review_since: expect.any(Date) }]);
      expect(await sut.quota(userId)).toBe(0);
    });

    it('credits before or flags after when payment and deletion are concurrent', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { userId, reference } = await setup();
        await Promise.all([
          sut.deleteUser(userId),
          sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200),
        ]);
        const { status, review } = await sut.row(reference);
        expect([
          ['PAID', null],
          ['EXPIRED', ['account_deleted']],
        ]).toContainEqual([status, review]);
        expect(await sut.quota(userId)).toBe(status === 'PAID' ? 2 : 0);
      }
    });
  });

  it('keeps the ledger unchanged under its opaque ID', async () => {
    const userId = sut.user();
    await sut.paid(userId, 3);
    await sut.rpc.HoldQuota({ installId: newId(), userId });
    await sut.deleteUser(userId);
    expect(await sut.ledger(userId)).toEqual(['credit:3', 'hold:-1']);
    expect(await sut.quota(userId)).toBe(2);
  });

  it('erases callback bodies, payment details and idempotency keys', async () => {
    const userId = sut.user();
    const { reference } = await sut.paid(userId, 2);
    const keyed = { quantity: 1, payment_method: 'QRIS' };
    await sut.order(userId, keyed).set('idempotency-key', newId()).expect(200);
    await sut.deleteUser(userId);
    expect(await bodiesOf(userId)).toEqual([{ size: 0, outcome: 'credited' }]);
    expect(await sut.row(reference)).toMatchObject({ status: 'PAID', checkout_url: null });
    const left = await sql.query(
      `SELECT 1 FROM topup WHERE user_id = $1
          AND coalesce(checkout_url, pay_url, qr_url, pay_code, qr_string, instructions::text,
            idempotency_key, request_hash) IS NOT NULL`,
      [userId],
    );
    expect(left).toEqual([]);
  });

  it('recognizes an erased callback when it is sent again', async () => {
    const { userId, reference } = await setup();
    const callback = sut.gateway.callback(reference, 'PAID');
    await sut.deliver(callback).expect(200);
    await sut.deleteUser(userId);
    await sut.deliver(callback).expect(200);
    expect(await bodiesOf(userId)).toHaveLength(1);
    expect(await sut.ledger(userId)).toEqual(['credit:2']);
  });

  it('erases the body of an open callback only after processing it', async () => {
    const { userId, reference } = await setup();
    jest.spyOn(sut.app.get(Settlement), 'apply').mockRejectedValueOnce(new Error('down'));
    await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
    await sut.deleteUser(userId);
    await sql.query('UPDATE gateway_callback SET next_attempt_at = now()');
    await sut.app.get(CallbacksService).processInbox();
    expect(await bodiesOf(userId)).toEqual([{ size: 0, outcome: 'account_deleted' }]);
  });

  it('is idempotent and harmless for a user without purchases', async () => {
    const { userId, reference } = await setup();
    const event = newId();
    await sut.deleteUser(userId, event);
    await sut.deleteUser(userId, event);
    await sut.deleteUser(userId);
    await sut.deleteUser(newId());
    expect(await sut.row(reference)).toMatchObject({ status: 'EXPIRED' });
  });
});
