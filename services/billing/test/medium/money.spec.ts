import { TripayClient } from '../../src/payment-providers/tripay/tripay.client.js';
import { ReconciliationService } from '../../src/topups/money/reconciliation.service.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { MoneyReport } from '@casement/proto/http/billing/money.js';
import { BillingApp } from '../fakes/billing-app.js';

describe('money report', () => {
  let sut: BillingApp;
  beforeAll(async () => {
    sut = await BillingApp.start();
  });
  afterAll(() => sut.close());

  const admin = () => sut.app.as({ userId: newId(), admin: true });
  const get = (month: string) =>
    sut.app.http.get(`/api/admin/topups/money?month=${month}`).set(admin());
  const report = async (month: string) =>
    ((await get(month).expect(200)).body as { data: MoneyReport }).data;
  const paidAt = async (quantity: number, paidTime: string) => {
    const { reference } = await sut.paid(sut.user(), quantity);
    await sut.app.database.query('UPDATE topup SET paid_at = $2 WHERE reference = $1', [
      ...[reference, paidTime],
    ]);
    return { reference, id: (await sut.row(reference))['id'] as string };
  };
  const refund = async (id: string, refundTime: string) => {
    const post = (path: string, body: object) =>
      sut.app.http.post(`/api/admin/topups/${id}/refund${path}`).set(admin()).send(body);
    await post('', { part: 'full', reason: 'test' }).expect(200);
    await post('/confirm', { reference: 'test' }).expect(200);
    await sut.app.database.query('UPDATE topup SET refunded_at = $2 WHERE id = $1', [
      ...[id, refundTime],
    ]);
  };
  const reconcile = async () => {
    const service = sut.app.get(ReconciliationService);
    while ((await service.reconcile()) > 0);
  };
  /** Lets the next run compare payments again, as on the next day. */
  const nextDay = () =>
    sut.app.database.query(`UPDATE topup SET reconciled_at = reconciled_at - interval '1 day'`);
  const differences = async (reference: string) =>
    (await report('2024-01')).differences
      .filter((one) => one.reference === reference)
      .map(({ difference }) => difference);

  describe('of a month', () => {
    it('counts payments when they arrived and refunds when they were made', async () => {
      sut.gateway.feeCustomer = 1_000;
      const first = await paidAt(2, '2023-03-31T16:59:59Z');
      await paidAt(1, '2023-03-31T17:00:00Z');
      sut.gateway.feeCustomer = 0;
      await refund(first.id, '2023-04-02T00:00:00Z');
      const row = { provider: 'tripay', method: 'QRIS', method_name: 'QRIS Payment' };
      expect((await report('2023-03')).rows).toEqual([
        expect.objectContaining({
          ...row,
          payments: 1,
          revenue: 100_000,
          fees: 1_000,
          refunds: 0,
          refunded: 0,
        }),
      ]);
      expect((await report('2023-04')).rows).toEqual([
        expect.objectContaining({
          ...row,
          payments: 1,
          revenue: 50_000,
          fees: 1_000,
          refunds: 1,
          refunded: 101_000,
        }),
      ]);
      expect((await report('2023-05')).rows).toEqual([]);
    });

    it('lists open orders by method', async () => {
      const before = (await report('2024-01')).outstanding.find(({ method }) => method === 'BCAVA');
      await sut.topUp(sut.user(), 1, 'BCAVA');
      const after = (await report('2024-01')).outstanding.find(({ method }) => method === 'BCAVA');
      expect(after!.orders).toBe((before?.orders ?? 0) + 1);
      expect(after).toMatchObject({ provider: 'tripay', oldest: expect.any(String) });
    });

    it('is for administrators, and needs a month', async () => {
      await get('2023-13').expect(400);
      const user = sut.app.as({ userId: newId() });
      await sut.app.http.get('/api/admin/topups/money?month=2023-03').set(user).expect(403);
    });
  });

  describe('reconciliation', () => {
    it('confirms payments of earlier days that the provider has too', async () => {
      const { reference } = await paidAt(1, '2023-06-10T03:00:00Z');
      sut.gateway.set(reference, 'PAID');
      const today = await paidAt(1, new Date().toISOString());
      await reconcile();
      expect(await sut.row(reference)).toMatchObject({ reconciliation: 'confirmed' });
      expect(await sut.row(today.reference)).toMatchObject({ reconciliation: null });
      expect((await report('2023-06')).days).toEqual([
        { day: '2023-06-10', payments: 1, confirmed: 1, differences: 0, unchecked: 0 },
      ]);
    });

    it('lists differences until the provider agrees', async () => {
      const { reference } = await paidAt(1, '2023-07-10T03:00:00Z');
      sut.gateway.set(reference, 'REFUND');
      await reconcile();
      expect(await differences(reference)).toEqual(['other_status']);
      sut.gateway.set(reference, 'PAID');
      await reconcile();
      expect(await differences(reference)).toEqual(['other_status']);
      await nextDay();
      await reconcile();
      expect(await differences(reference)).toEqual([]);
    });

    it('finds another amount and a payment that the provider does not know', async () => {
      const other = await paidAt(1, '2023-08-10T03:00:00Z');
      sut.gateway.set(other.reference, 'PAID');
      sut.gateway.byMerchantRef(
        (await sut.row(other.reference))['merchant_ref'] as string,
      ).amount += 1;
      const gone = await paidAt(1, '2023-08-11T03:00:00Z');
      sut.gateway.transactions.delete(gone.reference);
      await reconcile();
      expect(await differences(other.reference)).toEqual(['other_amount']);
      expect(await differences(gone.reference)).toEqual(['unknown_at_provider']);
    });

    it('accepts a refund by hand that the provider does not know, and compares it once', async () => {
      const { reference, id } = await paidAt(1, '2023-09-10T03:00:00Z');
      sut.gateway.set(reference, 'PAID');
      await reconcile();
      await refund(id, '2023-09-11T03:00:00Z');
      expect(await sut.row(reference)).toMatchObject({ reconciliation: null });
      await nextDay();
      await reconcile();
      expect(await sut.row(reference)).toMatchObject({ reconciliation: 'confirmed' });
    });

    it('ignores an answer during which the payment was refunded', async () => {
      const { reference, id } = await paidAt(1, '2023-09-20T03:00:00Z');
      sut.gateway.set(reference, 'PAID');
      const tripay = sut.app.get(TripayClient);
      const ask = tripay.readStatus.bind(tripay);
      jest.spyOn(tripay, 'readStatus').mockImplementation(async (payment) => {
        const report = await ask(payment);
        if (payment.reference === reference) await refund(id, '2023-09-21T03:00:00Z');
        return report;
      });
      await reconcile();
      jest.restoreAllMocks();
      expect(await sut.row(reference)).toMatchObject({
        refunded_at: expect.any(Date),
        reconciliation: null,
      });
    });

    it('skips a provider that is down until tomorrow', async () => {
      const { reference } = await paidAt(1, '2023-10-10T03:00:00Z');
      sut.gateway.set(reference, 'PAID');
      sut.gateway.down = true;
      await reconcile();
      sut.gateway.down = false;
      expect(await sut.row(reference)).toMatchObject({ reconciliation: null });
      await nextDay();
      await reconcile();
      expect(await sut.row(reference)).toMatchObject({ reconciliation: 'confirmed' });
    });
  });
});
