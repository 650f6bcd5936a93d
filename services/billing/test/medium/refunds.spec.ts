import { brokenInvariants } from '../../src/books/invariants.js';
import { ReceiptBacklog } from '../../src/topups/receipt-backlog.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { AdminTopupDetails } from '@casement/proto/http/billing/admin-topups.js';
import type { Receipt } from '@casement/proto/http/billing/receipts.js';
import type { CreatedTopup } from '@casement/proto/http/billing/topups.js';
import type { AdminVoucher } from '@casement/proto/http/billing/vouchers.js';
import type { RevenueSeries } from '@casement/proto/http/series.js';
import { BillingApp } from '../fakes/billing-app.js';

const reason = 'The customer asked for it';

/** Tripay has no API for refunds, so the money is returned by hand. */
describe('refunds', () => {
  let sut: BillingApp;
  beforeAll(async () => {
    sut = await BillingApp.start();
    await sut.app.database.query(
      `UPDATE receipt_settings SET seller_name = 'Seller', seller_address = 'Jakarta', seller_tax_id = ''`,
    );
  });
  afterAll(() => sut.close());
  afterEach(async () => {
    expect(await brokenInvariants((text) => sut.app.database.query(text))).toEqual({});
  });

  const admin = () => sut.app.as({ userId: newId(), admin: true });
  const paid = async (userId: string, quantity: number) => {
    const { reference } = await sut.paid(userId, quantity);
    return { reference, id: (await sut.row(reference))['id'] as string };
  };
  const start = (id: string, body: object = {}) =>
    sut.app.http
      .post(`/api/admin/topups/${id}/refund`)
      .set(admin())
      .send({ part: 'full', reason, ...body });
  const confirm = (id: string, reference = 'BCA 4711') =>
    sut.app.http.post(`/api/admin/topups/${id}/refund/confirm`).set(admin()).send({ reference });
  const cancel = (id: string) =>
    sut.app.http.post(`/api/admin/topups/${id}/refund/cancel`).set(admin());
  const details = async (id: string) => {
    const answer = await sut.app.http.get(`/api/admin/topups/${id}`).set(admin()).expect(200);
    return (answer.body as { data: AdminTopupDetails }).data;
  };
  /** Returns the user's newest top-up and its credit note. */
  const creditNoteOf = async (userId: string) => {
    const [topup] = (await sut.history(userId)).data;
    const { body } = await sut.app.http
      .get(`/api/user/receipts/${topup.credit_note_number}`)
      .set(sut.app.as({ userId }))
      .expect(200);
    return { topup, note: (body as { data: Receipt }).data };
  };
  const spend = async (userId: string, times: number) => {
    for (let n = 0; n < times; n += 1) await sut.rpc.HoldQuota({ installId: newId(), userId });
  };
  const give = (userId: string, amount: number) =>
    sut.app.http
      .post(`/api/admin/users/${userId}/quota`)
      .set(admin())
      .send({ operation: 'add', amount })
      .expect(200);
  const unusedOf = async (id: string) => (await details(id)).refund_options?.unused_quantity;

  describe('by hand', () => {
    it('hold the quota until the transfer is confirmed, then issue a credit note and notify', async () => {
      const userId = sut.user();
      const { id, reference } = await paid(userId, 3);
      const started = await start(id).expect(200);
      expect(started.body).toMatchObject({ data: { state: 'by_hand' } });
      expect(await sut.quota(userId)).toBe(0);
      const [held] = (await sut.history(userId)).data;
      expect(held).toMatchObject({ refund_pending: true, refunded_at: null, status: 'PAID' });

      await confirm(id).expect(200);
      expect(await sut.ledger(userId)).toEqual(['credit:3', 'refund:-3']);
      const [topup] = (await sut.history(userId)).data;
      expect(topup).toMatchObject({
        status: 'PAID',
        refund_pending: false,
        refunded_at: expect.any(String),
        refunded_quantity: 3,
        credit_note_number: expect.stringMatching(/^CN-\d{4}-\d{6}$/),
      });
      expect((await details(id)).refund).toMatchObject({
        state: 'refunded',
        origin: 'administrator',
        quantity: 3,
        taken: 3,
        reason,
        reference: 'BCA 4711',
        amount: 150_000,
        amount_usdt: null,
      });
      const [event] = await sut.events('billing.topup.refunded.v1', (one) => one.topupId === id);
      expect(event).toEqual({
        topupId: id,
        userId,
        reference,
        quantity: 3,
        amount: 150_000,
        creditNoteNumber: topup.credit_note_number,
      });
      const audited = await sut.events(
        'security.audit.recorded.v1',
        ({ target, action }) => target === `topup:${id}` && action === 'topup.refund_confirmed',
      );
      expect(audited).toHaveLength(1);
    });

    it('return the quota when they are cancelled, and can be restarted', async () => {
      const userId = sut.user();
      const { id } = await paid(userId, 2);
      await start(id).expect(200);
      await cancel(id).expect(200);
      expect(await sut.quota(userId)).toBe(2);
      await cancel(id).expect(409);
      await confirm(id).expect(409);
      await start(id).expect(200);
      await confirm(id).expect(200);
      expect(await sut.ledger(userId)).toEqual([
        ...['credit:2', 'refund:-2', 'refund:2', 'refund:-2'],
      ]);
      const ledger = await sut.app.http
        .get('/api/user/quota/ledger')
        .set(sut.app.as({ userId }))
        .expect(200);
      expect((ledger.body as { data: object[] }).data).toMatchObject([
        { cause: 'payment_refunded' },
        { cause: 'refund_not_made' },
        { cause: 'payment_refunded' },
        { cause: 'topup_paid' },
      ]);
    });

    it('happen once when two administrators start and confirm concurrently', async () => {
      const userId = sut.user();
      const { id } = await paid(userId, 2);
      const starts = await Promise.all([start(id), start(id)]);
      expect(starts.map(({ status }) => status).sort()).toEqual([200, 409]);
      const confirmed = await Promise.all([confirm(id), confirm(id)]);
      expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 409]);
      await start(id).expect(409);
      expect(await sut.ledger(userId)).toEqual(['credit:2', 'refund:-2']);
    });

    it('are finished by the report of the provider', async () => {
      const userId = sut.user();
      const { id, reference } = await paid(userId, 2);
      await start(id).expect(200);
      await sut.deliver(sut.gateway.callback(reference, 'REFUND')).expect(200);
      expect(await sut.ledger(userId)).toEqual(['credit:2', 'refund:-2']);
      expect((await details(id)).refund).toMatchObject({
        state: 'refunded',
        origin: 'administrator',
      });
    });

    it('become full when the provider reports a full refund of a part in progress', async () => {
      const userId = sut.user();
      const { id, reference } = await paid(userId, 3);
      await spend(userId, 1);
      await start(id, { part: 'unused' }).expect(200);
      await sut.deliver(sut.gateway.callback(reference, 'REFUND')).expect(200);
      expect(await sut.ledger(userId)).toEqual([
        ...['credit:3', 'hold:-1', 'refund:-2', 'refund:2', 'refund:-2'],
      ]);
      expect(await sut.row(reference)).toMatchObject({
        refund_short: 1,
        review: ['refund_short'],
      });
    });
  });

  describe('of a used top-up', () => {
    it('in full take what is left without a review', async () => {
      const userId = sut.user();
      const { id, reference } = await paid(userId, 3);
      await spend(userId, 2);
      await start(id).expect(200);
      await confirm(id).expect(200);
      expect(await sut.row(reference)).toMatchObject({ refund_short: 2, review: null });
      const [topup] = (await sut.history(userId)).data;
      expect(topup).toMatchObject({ refunded_quantity: 1 });
    });

    it('in part price the kept quota at its own discount', async () => {
      const userId = sut.user();
      const { id } = await paid(userId, 10);
      await spend(userId, 6);
      // 10 × 50,000 − 10 % = 450,000; 6 × 50,000 − 5 % = 285,000
      expect((await details(id)).refund_options).toMatchObject({
        full: { quantity: 10, amount: 450_000 },
        unused: { quantity: 4, amount: 165_000 },
      });
      const revenue = async () => {
        const answer = await sut.app.http.get('/api/admin/topups/revenue').set(admin()).expect(200);
        const { current } = answer.body.data as RevenueSeries;
        return current.reduce((sum, point) => sum + point.revenue, 0);
      };
      const before = await revenue();
      await start(id, { part: 'unused' }).expect(200);
      await confirm(id).expect(200);
      const { topup, note } = await creditNoteOf(userId);
      expect(note).toMatchObject({
        kind: 'credit_note',
        corrects: topup.receipt_number,
        quantity: 4,
        total_amount: 200_000,
        discount_amount: 35_000,
        final_amount: 165_000,
        fee_amount: 0,
        paid_amount: 165_000,
      });
      expect(await revenue()).toBe(before - 165_000);
    });

    it('state an amount of at least the refund if the price is in sen', async () => {
      const userId = sut.user();
      await sut.app.database.query('UPDATE product SET price_sen = 100040');
      const { id } = await paid(userId, 2);
      await sut.app.database.query('UPDATE product SET price_sen = 5000000');
      await spend(userId, 1);
      await start(id, { part: 'unused' }).expect(200);
      await confirm(id).expect(200);
      const { note } = await creditNoteOf(userId);
      // 2 × 1,000.40 = 2,001 and 1 × 1,000.40 = 1,000, each rounded.
      expect(note).toMatchObject({
        total_amount: 1_001,
        discount_amount: 0,
        final_amount: 1_001,
      });
    });

    it('price the used quota without the discount if it is below the voucher’s minimum quantity', async () => {
      const create = { count: 1, percentage: 50, quota: null, max_uses: null, min_quantity: 6 };
      const answer = await sut.app.http
        .post('/api/admin/vouchers')
        .set(admin())
        .send(create)
        .expect(200);
      const [{ code }] = (answer.body as { data: AdminVoucher[] }).data;
      const userId = sut.user();
      const order = { quantity: 8, payment_method: 'QRIS', voucher_code: code };
      const { body } = await sut.order(userId, order).expect(200);
      const { reference } = (body as { data: CreatedTopup }).data;
      await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      const { id } = await sut.row(reference);
      const unused = async () => (await details(id as string)).refund_options?.unused;
      await spend(userId, 2);
      // 8 × 50,000 − 50 % = 200,000; 2 × 50,000 without a discount.
      expect(await unused()).toMatchObject({ quantity: 6, amount: 100_000 });
      await spend(userId, 4);
      expect(await unused()).toMatchObject({ quantity: 2, amount: 50_000 });
    });

    it('offer no part if nothing is unused, nothing is used, or the rest costs as much', async () => {
      const userId = sut.user();
      const { id } = await paid(userId, 1);
      expect((await details(id)).refund_options).toMatchObject({ unused: null });
      await start(id, { part: 'unused' }).expect(409);
      await spend(userId, 1);
      expect((await details(id)).refund_options).toMatchObject({ unused: null });
      const other = sut.user();
      const ten = await paid(other, 10);
      await spend(other, 9);
      await sut.app.database.query('UPDATE discount_tier SET basis_points = basis_points - 500');
      // The kept nine cost 9 × 50,000 without a discount, as much as the ten.
      expect((await details(ten.id)).refund_options).toMatchObject({ unused: null });
      await sut.app.database.query('UPDATE discount_tier SET basis_points = basis_points + 500');
    });
  });

  describe('unused quota', () => {
    it('is used up after quota that nobody paid for', async () => {
      const userId = sut.user();
      await give(userId, 3);
      const { id } = await paid(userId, 2);
      await give(userId, 1);
      await spend(userId, 4);
      expect(await unusedOf(id)).toBe(2);
      await spend(userId, 1);
      expect(await unusedOf(id)).toBe(1);
    });

    it('is not restored by quota that nobody paid for', async () => {
      const userId = sut.user();
      const { id } = await paid(userId, 2);
      await spend(userId, 2);
      await give(userId, 2);
      expect(await unusedOf(id)).toBe(0);
      await start(id, { part: 'unused' }).expect(409);
      // A full refund takes quota that nobody paid for. Cancelling it returns that quota.
      await start(id).expect(200);
      await cancel(id).expect(200);
      expect(await unusedOf(id)).toBe(0);
    });

    it('of older top-ups is used first', async () => {
      const userId = sut.user();
      const older = await paid(userId, 3);
      const newer = await paid(userId, 2);
      await spend(userId, 2);
      expect([await unusedOf(older.id), await unusedOf(newer.id)]).toEqual([1, 2]);
      await spend(userId, 2);
      expect([await unusedOf(older.id), await unusedOf(newer.id)]).toEqual([0, 1]);
    });

    it('is not counted again after another refund', async () => {
      const userId = sut.user();
      const older = await paid(userId, 2);
      const newer = await paid(userId, 2);
      await start(newer.id).expect(200);
      expect(await unusedOf(older.id)).toBe(2);
      await spend(userId, 1);
      expect(await unusedOf(older.id)).toBe(1);
    });
  });

  it('get their credit note later if the receipt was missing', async () => {
    const userId = sut.user();
    await sut.app.database.query(`UPDATE receipt_settings SET seller_name = ''`);
    const { id } = await paid(userId, 2);
    await start(id).expect(200);
    await confirm(id).expect(200);
    await sut.app.database.query(`UPDATE receipt_settings SET seller_name = 'Seller'`);
    await sut.app.get(ReceiptBacklog).issue();
    const [topup] = (await sut.history(userId)).data;
    expect(topup).toMatchObject({
      receipt_number: expect.any(String),
      credit_note_number: expect.any(String),
    });
  });

  it('need a paid top-up, a reason and a recent password', async () => {
    const userId = sut.user();
    const { reference } = await sut.topUp(userId, 1);
    const unpaid = (await sut.row(reference))['id'] as string;
    await start(unpaid).expect(409);
    await start(newId()).expect(404);
    await start(unpaid, { reason: ' ' }).expect(400);
    await start(unpaid, { part: 'some' }).expect(400);
    await sut.app.http
      .post(`/api/admin/topups/${unpaid}/refund`)
      .set(sut.app.as({ userId }))
      .send({ part: 'full', reason })
      .expect(403);
  });
});
