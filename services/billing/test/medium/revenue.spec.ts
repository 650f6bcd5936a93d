import { SERIES_LENGTH, type RevenueSeries } from '@casement/proto/http/series.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { AdminTopupsService } from '../../src/topups/admin/admin-topups.service.js';
import { BillingApp } from '../fakes/billing-app.js';

describe('GET /admin/topups/revenue', () => {
  let sut: BillingApp;
  beforeAll(async () => {
    sut = await BillingApp.start();
  });
  afterAll(() => sut.close());

  const get = (query = '') =>
    sut.app.http
      .get(`/api/admin/topups/revenue${query}`)
      .set(sut.app.as({ userId: newId(), admin: true }));
  /** Creates a top-up that was paid at this instant, and returns its amount. */
  const paidAt = async (at: string, quantity = 1) => {
    const { reference } = await sut.paid(sut.user(), quantity);
    const [row] = await sut.app.database.query<{ final_amount: string }>(
      'UPDATE topup SET paid_at = $2 WHERE reference = $1 RETURNING final_amount',
      [reference, at],
    );
    return Number(row.final_amount);
  };
  const series = (unit: 'day' | 'week' | 'month', now: string) =>
    sut.app.get(AdminTopupsService).revenue(unit, new Date(now));

  it.each(['day', 'week', 'month'] as const)(
    'returns a point for each %s of this range and the previous one, with zeros',
    async (unit) => {
      const { previous, current } = await series(unit, '2020-03-31T12:00:00Z');
      expect([previous.length, current.length]).toEqual([SERIES_LENGTH[unit], SERIES_LENGTH[unit]]);
      expect([...previous, ...current].every(({ revenue }) => revenue === 0)).toBe(true);
      const starts = [...previous, ...current].map(({ start }) => start);
      expect(new Set(starts).size).toBe(starts.length);
      expect(starts).toEqual(starts.toSorted());
      expect(current.at(-1)!.start).toBe(
        { day: '2020-03-31', week: '2020-03-30', month: '2020-03-01' }[unit],
      );
    },
  );

  it('§9 counts a payment on its day in Jakarta, which starts at 17:00 UTC', async () => {
    await paidAt('2021-05-09T16:59:59Z');
    const after = await paidAt('2021-05-09T17:00:00Z', 5);
    const { current } = await series('day', '2021-05-10T03:00:00Z');
    expect(current.slice(-2)).toMatchObject([
      { start: '2021-05-09', payments: 1 },
      { start: '2021-05-10', payments: 1, revenue: after },
    ]);
  });

  it('sums weeks from Monday and months, and separates the previous period', async () => {
    const sums = [await paidAt('2022-06-06T03:00:00Z'), await paidAt('2022-06-12T16:00:00Z', 3)];
    const before = await paidAt('2021-06-20T03:00:00Z', 2);
    const now = '2022-06-12T16:30:00Z';
    const sum = sums[0] + sums[1];
    expect((await series('week', now)).current.at(-1)).toEqual({
      start: '2022-06-06',
      payments: 2,
      revenue: sum,
    });
    const months = await series('month', now);
    expect(months.current.at(-1)).toMatchObject({ start: '2022-06-01', revenue: sum });
    expect(months.previous.at(-1)).toMatchObject({ start: '2021-06-01', revenue: before });
  });

  it('excludes refunded and unpaid top-ups', async () => {
    await sut.topUp(sut.user(), 1);
    const { reference } = await sut.paid(sut.user(), 1);
    await sut.app.database.query(
      `UPDATE topup SET paid_at = '2023-01-10T03:00:00Z', refunded_at = now() WHERE reference = $1`,
      [reference],
    );
    const { current } = await series('month', '2023-01-20T03:00:00Z');
    expect(current.at(-1)).toEqual({ start: '2023-01-01', revenue: 0, payments: 0 });
  });

  it('groups by day by default, and ends today', async () => {
    await paidAt(new Date().toISOString());
    const { body } = await get().expect(200);
    const { unit, current } = body.data as RevenueSeries;
    const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Jakarta' });
    expect(unit).toBe('day');
    expect(current.at(-1)).toMatchObject({ start: today });
    expect(current.at(-1)!.payments).toBeGreaterThanOrEqual(1);
  });

  it('rejects an unknown unit', async () => {
    const answer = await get('?unit=year').expect(400);
    expect(answer.body).toMatchObject({ message: 'Unit must be day, week or month' });
  });

  it('§6 allows administrators only', async () => {
    const user = sut.app.as({ userId: newId() });
    await sut.app.http.get('/api/admin/topups/revenue').set(user).expect(403);
    await sut.app.http.get('/api/admin/topups/revenue').expect(401);
  });
});
