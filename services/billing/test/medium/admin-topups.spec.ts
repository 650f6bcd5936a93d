import type { AdminTopup } from '@casement/proto/http/billing/admin-topups.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { BillingApp } from '../fakes/billing-app.js';

describe('GET /admin/topups', () => {
  let sut: BillingApp;
  beforeAll(async () => {
    sut = await BillingApp.start();
  });
  afterAll(() => sut.close());

  const get = (query: string) =>
    sut.app.http.get(`/api/admin/topups${query}`).set(sut.app.as({ userId: newId(), admin: true }));
  const list = async (query = '') => {
    const answer = await get(query).expect(200);
    return answer.body as { data: AdminTopup[]; meta: { total: number } };
  };

  it('§9 pages the top-ups of all users, newest first, 15 per page by default', async () => {
    const before = await list();
    const users = [sut.user(), sut.user()];
    for (let quantity = 1; quantity <= 5; quantity += 1) {
      await sut.topUp(users[quantity % 2], quantity);
    }
    const pages = [await list('?pageSize=3'), await list('?page=2&pageSize=3')];
    const quantities = pages.map(({ data }) => data.map(({ quantity }) => quantity));
    expect(quantities.flat().slice(0, 5)).toEqual([5, 4, 3, 2, 1]);
    expect(quantities[0]).toHaveLength(3);
    expect((await list()).meta).toEqual({
      page: 1,
      pageSize: 15,
      total: before.meta.total + 5,
    });
  });

  it('§2 shows the history fields and the owner', async () => {
    const userId = sut.user();
    await sut.paid(userId, 5);
    const [own] = (await sut.history(userId)).data;
    const [shown] = (await list()).data;
    expect(shown).toEqual({ ...own, user_id: userId, username: `user-${userId.slice(-6)}` });
  });

  it('shows the top-up of a deleted user without a name', async () => {
    const userId = sut.user();
    await sut.paid(userId, 1);
    await sut.deleteUser(userId);
    expect((await list()).data[0]).toMatchObject({ user_id: userId, username: null });
  });

  it('filters by status', async () => {
    const { reference } = await sut.topUp(sut.user(), 1);
    await sut.paid(sut.user(), 1);
    const { data } = await list('?status=UNPAID');
    expect(data[0]).toMatchObject({ reference });
    expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['UNPAID']));
    const { meta } = await list('?status=FAILED');
    expect(meta.total).toBe(0);
  });

  it('filters by user, including deleted users', async () => {
    const userId = sut.user();
    await sut.paid(userId, 1);
    await sut.topUp(userId, 2);
    await sut.topUp(sut.user(), 3);
    const quantities = async (query: string) => {
      const { data, meta } = await list(query);
      expect(meta.total).toBe(data.length);
      return data.map(({ quantity }) => quantity);
    };
    expect(await quantities(`?user=${userId}`)).toEqual([2, 1]);
    expect(await quantities(`?user=${userId}&status=PAID`)).toEqual([1]);
    await sut.deleteUser(userId);
    expect(await quantities(`?user=${userId}`)).toEqual([2, 1]);
    expect(await quantities(`?user=${newId()}`)).toEqual([]);
  });

  it('filters by method, day in Asia/Jakarta and amount', async () => {
    const userId = sut.user();
    await sut.topUp(userId, 1);
    await sut.topUp(userId, 2);
    await sut.app.database.query(
      `UPDATE topup SET created_at = '2026-03-01T17:30:00Z' WHERE user_id = $1 AND quantity = 1`,
      [userId],
    );
    const quantities = async (query: string) =>
      (await list(`?user=${userId}${query}`)).data.map(({ quantity }) => quantity);
    expect(await quantities('&from=2026-03-02&to=2026-03-02')).toEqual([1]);
    expect(await quantities('&to=2026-03-01')).toEqual([]);
    expect(await quantities('&from=2026-03-03')).toEqual([2]);
    expect(await quantities('&min=100000')).toEqual([2]);
    expect(await quantities('&max=99999')).toEqual([1]);
    expect(await quantities('&method=QRIS')).toEqual([2, 1]);
    expect(await quantities('&method=BRIVA')).toEqual([]);
  });

  it.each(['reference', 'merchant_ref'] as const)(
    'finds a top-up by its complete %s in any case',
    async (name) => {
      const topup = await sut.topUp(sut.user(), 2);
      await sut.topUp(sut.user(), 2);
      for (const search of [topup[name], topup[name].toLowerCase()]) {
        const { data, meta } = await list(`?search=${search}`);
        expect(meta.total).toBe(1);
        expect(data).toMatchObject([{ reference: topup.reference }]);
      }
      const other = await list(`?search=${topup[name]}&status=PAID`);
      expect(other).toMatchObject({ data: [], meta: { total: 0 } });
    },
  );

  it('finds nothing for a partial reference', async () => {
    const { reference } = await sut.topUp(sut.user(), 2);
    expect((await list(`?search=${reference.slice(0, -1)}`)).data).toEqual([]);
  });

  it.each([
    ['?status=paid', 'Unknown status filter'],
    [`?search=${'x'.repeat(255)}`, 'Search must be text of at most 254 characters'],
    ['?search=%00', 'Search must be text of at most 254 characters'],
    ['?user=x', 'Unknown user'],
    ['?min=x', 'Amount must be a whole number of rupiah'],
    ['?min=2&max=1', 'The lowest amount must not be above the highest'],
    ['?from=2026-03-02&to=2026-03-01', 'The first day must not be after the last day'],
    ['?page=0', 'Page must be a whole number of at least 1'],
  ])('rejects %s', async (query, message) => {
    const answer = await get(query).expect(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION_FAILED', message });
  });

  it('§6 allows administrators only', async () => {
    const user = sut.app.as({ userId: newId() });
    await sut.app.http.get('/api/admin/topups').set(user).expect(403);
    await sut.app.http.get('/api/admin/topups').expect(401);
  });

  // Last test, because auth stays down afterwards.
  it('shows the top-ups without names while auth is down', async () => {
    const userId = sut.user();
    await sut.paid(userId, 1);
    sut.peers.close();
    expect((await list()).data[0]).toMatchObject({ user_id: userId, username: null });
  });
});
