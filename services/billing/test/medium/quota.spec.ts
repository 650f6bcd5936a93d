import { newId } from '@casement/common/data/database/new-id.js';
import { stepUpRefusals } from '@casement/common/testing/step-up-refusals.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { BillingApp } from '../fakes/billing-app.js';

describe('POST /admin/users/{id}/quota', () => {
  let sut: BillingApp;
  beforeAll(async () => {
    sut = await BillingApp.start();
  });
  afterAll(() => sut.close());
  afterEach(async () => {
    expect(await brokenInvariants((text) => sut.app.database.query(text))).toEqual({});
  });

  const adminId = newId();
  const update = (userId: string, body: object) =>
    sut.app.http
      .post(`/api/admin/users/${userId}/quota`)
      .set(sut.app.as({ userId: adminId, admin: true }))
      .send(body);

  it('§6 refuses an old confirmation on every route with an effect on money, access, data or availability', async () => {
    const stale = sut.app.as({ admin: true, confirmedSecondsAgo: 301 });
    expect(await stepUpRefusals(sut.app, stale)).toEqual([
      'DELETE /api/admin/operations/billing/dead-letters/:id',
      'DELETE /api/admin/products/:id',
      'GET /api/admin/receipts',
      'GET /api/admin/receipts/archive',
      'GET /api/admin/topups',
      'GET /api/admin/topups/review',
      'GET /api/admin/vouchers',
      'GET /api/admin/vouchers/:id/uses',
      'PATCH /api/admin/payment-methods/:code',
      'PATCH /api/admin/vouchers/:id',
      'POST /api/admin/products',
      'POST /api/admin/topups/:id/credit',
      'POST /api/admin/topups/:id/refund',
      'POST /api/admin/topups/:id/refund/cancel',
      'POST /api/admin/topups/:id/refund/confirm',
      'POST /api/admin/topups/:id/review/resolve',
      'POST /api/admin/users/:id/quota',
      'POST /api/admin/vouchers',
      'PUT /api/admin/products/:id',
      'PUT /api/admin/receipts/settings',
    ]);
  });

  it('§7 adds quota and returns the new balance', async () => {
    const userId = sut.user();
    await update(userId, { amount: 5, operation: 'add' }).expect(200);
    const answer = await update(userId, { amount: 2, operation: 'add' }).expect(200);
    expect(answer.body).toMatchObject({
      success: true,
      message: 'Quota updated successfully',
      data: { newQuota: 7 },
    });
    expect(await sut.ledger(userId)).toEqual(['adjustment:5', 'adjustment:2']);
  });

  it('§7 sets quota up, down and to zero', async () => {
    const userId = sut.user();
    for (const [amount, entry] of [
      [5, 'adjustment:5'],
      [2, 'adjustment:-3'],
      [0, 'adjustment:-2'],
    ] as const) {
      const answer = await update(userId, { amount, operation: 'set' }).expect(200);
      expect(answer.body).toMatchObject({ data: { newQuota: amount } });
      expect((await sut.ledger(userId)).at(-1)).toBe(entry);
    }
  });

  it('§5 accepts an amount of 0 and writes no entry', async () => {
    const userId = sut.user();
    await update(userId, { amount: 0, operation: 'add' }).expect(200);
    await update(userId, { amount: 0, operation: 'set' }).expect(200);
    expect(await sut.ledger(userId)).toEqual([]);
  });

  it('computes "set" under the lock, so concurrent sets and holds still add up', async () => {
    const userId = sut.user();
    await update(userId, { amount: 10, operation: 'set' }).expect(200);
    // As many requests as the pool has connections, because waiting for a connection times out after some seconds.
    await Promise.all(
      Array.from({ length: 5 }, (_, n) => [
        update(userId, { amount: 10 + (n % 3), operation: 'set' }).expect(200),
        sut.rpc.HoldQuota({ installId: newId(), userId }),
      ]).flat(),
    );
    await update(userId, { amount: 4, operation: 'set' }).expect(200);
    expect(await sut.quota(userId)).toBe(4);
  });

  describe('Idempotency-Key', () => {
    const send = (userId: string, key: string, body: object) =>
      update(userId, body).set('idempotency-key', key);

    it('adds once and returns the first result to the repeated request', async () => {
      const [userId, key] = [sut.user(), newId()];
      await send(userId, key, { amount: 5, operation: 'add' }).expect(200);
      await update(userId, { amount: 1, operation: 'add' }).expect(200);
      const again = await send(userId, key, { amount: 5, operation: 'add' }).expect(200);
      expect(again.body).toMatchObject({ data: { newQuota: 5 } });
      expect(await sut.ledger(userId)).toEqual(['adjustment:5', 'adjustment:1']);
    });

    it('adds once for 20 concurrent requests', async () => {
      const [userId, key] = [sut.user(), newId()];
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => send(userId, key, { amount: 5, operation: 'add' })),
      );
      // Requests that arrived while the first one was in progress got 409 and have to be retried.
      expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      await send(userId, key, { amount: 5, operation: 'add' }).expect(200);
      expect(await sut.quota(userId)).toBe(5);
    });

    it('does not revert later changes when a "set" is repeated', async () => {
      const [userId, key] = [sut.user(), newId()];
      await send(userId, key, { amount: 5, operation: 'set' }).expect(200);
      await update(userId, { amount: 9, operation: 'set' }).expect(200);
      await send(userId, key, { amount: 5, operation: 'set' }).expect(200);
      expect(await sut.quota(userId)).toBe(9);
    });

    it.each([
      ['amount', { amount: 6, operation: 'add' }, false],
      ['operation', { amount: 5, operation: 'set' }, false],
      ['user', { amount: 5, operation: 'add' }, true],
    ])('rejects the same key with another %s', async (_, body, isOther) => {
      const [userId, key] = [sut.user(), newId()];
      await send(userId, key, { amount: 5, operation: 'add' }).expect(200);
      const answer = await send(isOther ? sut.user() : userId, key, body).expect(422);
      expect(answer.body).toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
        message: expect.stringContaining('Nothing was changed'),
      });
      expect(await sut.ledger(userId)).toEqual(['adjustment:5']);
    });

    it('retries a request that was refused the first time', async () => {
      const [userId, key] = [newId(), newId()];
      await send(userId, key, { amount: 5, operation: 'add' }).expect(404);
      sut.peers.users.set(userId, { username: 'late', email: '' });
      await send(userId, key, { amount: 5, operation: 'add' }).expect(200);
    });

    it('rejects a malformed key', async () => {
      const answer = await send(sut.user(), ' ', { amount: 5, operation: 'add' }).expect(400);
      expect(answer.body).toMatchObject({ details: [{ path: 'Idempotency-Key' }] });
    });
  });

  describe('with a reason', () => {
    const REASON = 'Paid by bank transfer, "invoice" 17';
    const ledgerOf = async (path: string, as: Record<string, string>) =>
      (await sut.app.http.get(path).set(as).expect(200)).body.data as object[];

    it('stores the reason and its author in the entry, for administrators only', async () => {
      const userId = sut.user();
      sut.peers.users.set(adminId, { username: 'wati_admin', email: '' });
      await update(userId, { amount: 3, operation: 'add', reason: ` ${REASON} ` }).expect(200);
      await update(userId, { amount: 1, operation: 'add' }).expect(200);
      const admin = sut.app.as({ userId: adminId, admin: true });
      expect(await ledgerOf(`/api/admin/users/${userId}/quota/ledger`, admin)).toMatchObject([
        { amount: 1, note: null, by: 'wati_admin' },
        { amount: 3, note: REASON, by: 'wati_admin', reason: 'Added by an administrator' },
      ]);
      const own = await ledgerOf('/api/user/quota/ledger', sut.app.as({ userId }));
      expect(own).toHaveLength(2);
      expect(JSON.stringify(own)).not.toMatch(/invoice|wati_admin/);
    });

    it('records the reason even if the quota did not change', async () => {
      const userId = sut.user();
      await update(userId, { amount: 0, operation: 'set', reason: REASON }).expect(200);
      const [audit] = await sut.events(
        'security.audit.recorded.v1',
        (event) => event.target === `user:${userId}`,
      );
      expect(JSON.parse(audit.after)).toEqual({
        quota: 0,
        operation: 'set',
        amount: 0,
        reason: REASON,
      });
    });

    it('changes nothing when the request is repeated with a reworded reason', async () => {
      const [userId, key] = [sut.user(), newId()];
      for (const [reason, status] of [
        [REASON, 200],
        ['Gift', 422],
        [undefined, 422],
      ]) {
        const body = { amount: 3, operation: 'add', reason };
        await update(userId, body)
          .set('idempotency-key', key)
          .expect(status as number);
      }
      expect(await sut.ledger(userId)).toEqual(['adjustment:3']);
    });

    it.each([['x'.repeat(501)], ['a\u0000b'], [5]])('rejects %p', async (reason) => {
      const userId = sut.user();
      const { body } = await update(userId, { amount: 3, operation: 'add', reason }).expect(400);
      expect(body).toMatchObject({ details: [{ path: 'reason' }] });
      expect(await sut.ledger(userId)).toEqual([]);
    });
  });

  it('records the change with the values before and after', async () => {
    const userId = sut.user();
    await update(userId, { amount: 3, operation: 'set' }).expect(200);
    const audits = await sut.events(
      'security.audit.recorded.v1',
      (event) => event.target === `user:${userId}`,
    );
    expect(audits[0]).toMatchObject({
      actorId: adminId,
      action: 'quota.adjusted',
      before: '{"quota":0}',
      after: '{"quota":3,"operation":"set","amount":3}',
      service: 'billing',
    });
  });

  it.each([
    { amount: -1, operation: 'add' },
    { amount: 1.5, operation: 'add' },
    { amount: '3', operation: 'add' },
    { amount: 3, operation: 'take' },
    { amount: 1_000_001, operation: 'add' },
    {},
  ])('§5 rejects %p', async (body) => {
    const userId = sut.user();
    const answer = await update(userId, body).expect(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('returns 404 for a user unknown to auth', async () => {
    await update(newId(), { amount: 3, operation: 'add' }).expect(404);
    await update('not-an-id', { amount: 3, operation: 'add' }).expect(400);
  });

  it('§6 allows administrators only', async () => {
    const userId = sut.user();
    const body = { amount: 3, operation: 'add' };
    const call = () => sut.app.http.post(`/api/admin/users/${userId}/quota`).send(body);
    await call().set(sut.app.as({ userId })).expect(403);
    await call().expect(401);
    expect(await sut.quota(userId)).toBe(0);
  });
});
