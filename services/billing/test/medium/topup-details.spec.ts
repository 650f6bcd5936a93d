import type { AdminTopupDetails, CheckedTopup } from '@casement/proto/http/billing/admin-topups.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { BillingApp } from '../fakes/billing-app.js';

describe('top-up details', () => {
  let sut: BillingApp;
  beforeAll(async () => {
    sut = await BillingApp.start();
  });
  afterAll(() => sut.close());
  afterEach(async () => {
    expect(await brokenInvariants((text) => sut.app.database.query(text))).toEqual({});
  });

  const adminId = newId();
  const admin = () => sut.app.as({ userId: adminId, admin: true });
  const path = (id: string, action = '') => `/api/admin/topups/${id}${action}`;
  const idOf = async (reference: string) => String((await sut.row(reference)).id);
  const details = async (id: string) => {
    const answer = await sut.app.http.get(path(id)).set(admin()).expect(200);
    return (answer.body as { data: AdminTopupDetails }).data;
  };
  const check = (id: string) => sut.app.http.post(path(id, '/check')).set(admin());
  const credit = (id: string, note = 'Seen on the account statement') =>
    sut.app.http.post(path(id, '/credit')).set(admin()).send({ note });

  it('show the callbacks as received and the movements of quota', async () => {
    const userId = sut.user();
    const { reference } = await sut.paid(userId, 3);
    const shown = await details(await idOf(reference));
    expect(shown).toMatchObject({ reference, user_id: userId, status: 'PAID', creditable: false });
    expect(shown.movements).toMatchObject([{ amount: 3, actor_id: null, note: null }]);
    expect(shown.callbacks).toMatchObject([
      {
        status: 'PAID',
        outcome: 'credited',
        deliveries: 1,
        body: expect.stringContaining(reference),
      },
    ]);
  });

  it('check credits a payment whose callback was lost and returns the provider’s own answer', async () => {
    const userId = sut.user();
    const { reference } = await sut.topUp(userId, 2);
    sut.gateway.set(reference, 'PAID');
    const answer = await check(await idOf(reference)).expect(200);
    const { outcome, provider } = (answer.body as { data: CheckedTopup }).data;
    expect(outcome).toBe('credited');
    expect(JSON.parse(provider!)).toMatchObject({ reference, status: 'PAID' });
    expect(await sut.quota(userId)).toBe(2);
    const again = await check(await idOf(reference)).expect(200);
    expect(again.body).toMatchObject({ data: { outcome: 'nothing_new' } });
    expect(await sut.quota(userId)).toBe(2);
  });

  it('credit ends the review, and a later callback is ignored', async () => {
    const userId = sut.user();
    const { reference } = await sut.topUp(userId, 4);
    await sut.deliver(sut.gateway.callback(reference, 'PAID', { total_amount: 1 })).expect(200);
    const id = await idOf(reference);
    expect(await details(id)).toMatchObject({ review: 'amount_mismatch', creditable: true });
    await credit(id).expect(200);
    await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
    expect(await sut.quota(userId)).toBe(4);
    const shown = await details(id);
    expect(shown).toMatchObject({ status: 'PAID', review: null, creditable: false });
    expect(shown.movements).toMatchObject([
      { amount: 4, actor_id: adminId, note: 'Seen on the account statement' },
    ]);
    const audited = await sut.events(
      'security.audit.recorded.v1',
      ({ action, target }) => action === 'topup.credited' && target === `topup:${id}`,
    );
    expect(audited).toHaveLength(1);
  });

  it('credit runs once when two administrators decide concurrently', async () => {
    const userId = sut.user();
    const id = await idOf((await sut.topUp(userId, 5)).reference);
    const answers = await Promise.all([credit(id), credit(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await sut.quota(userId)).toBe(5);
  });

  it('credit pays a Binance Pay order without a transfer', async () => {
    const userId = sut.user();
    const id = await idOf((await sut.topUp(userId, 2)).reference);
    await sut.app.database.query(
      `UPDATE topup SET payment_method = 'BPAY', bpay_micro = 1, bpay_reserved_until = now()
        WHERE id = $1`,
      [id],
    );
    await check(id).expect(409);
    await credit(id).expect(200);
    expect(await sut.quota(userId)).toBe(2);
  });

  it('credit refuses the top-up of a deleted account', async () => {
    const userId = sut.user();
    const id = await idOf((await sut.topUp(userId, 1)).reference);
    await sut.deleteUser(userId);
    await credit(id).expect(409);
  });

  it('check reports that the provider does not answer', async () => {
    const id = await idOf((await sut.topUp(sut.user(), 1)).reference);
    await sut.gateway.close();
    await check(id).expect(503);
  });

  it('§6 are for administrators only', async () => {
    const user = sut.app.as({ userId: newId() });
    await sut.app.http.get(path(newId())).set(user).expect(403);
    await sut.app.http.post(path(newId(), '/check')).set(user).expect(403);
    await sut.app.http.post(path(newId(), '/credit')).set(user).send({ note: 'x' }).expect(403);
    await sut.app.http.get(path(newId())).set(admin()).expect(404);
  });
});
