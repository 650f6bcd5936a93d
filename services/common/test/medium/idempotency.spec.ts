import fc from 'fast-check';
import { runInContext } from '@casement/common/core/context/request-context.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { IdempotencyKeys } from '@casement/common/data/idempotency/idempotency-keys.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { CRASH_POINTS } from '@casement/common/testing/request-crashes.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { CreditEntity } from './sample/credit.entity.js';
import { PurchaseHooks, purchases } from './sample/purchases.service.js';

interface PurchaseRow {
  code?: string;
  data: { id: string; amount: number; secret?: string };
  details?: object[];
}

describe('Idempotency-Key', () => {
  let replicas: [TestApp, TestApp];
  let app: TestApp;
  beforeAll(async () => {
    const first = await testApp(purchases);
    const { database, nats, tokens } = first;
    replicas = [first, await testApp(purchases, { database, nats, tokens })];
    [app] = replicas;
  });
  afterAll(async () => {
    await replicas[1].close();
    await app.close();
  });

  const send = (
    userId: string,
    key: string,
    body: object = { amount: 5 },
    { to = app, path = 'purchases' } = {},
  ) =>
    to.http
      .post(`/api/sample/${path}`)
      .set(app.as({ userId }))
      .set('Idempotency-Key', key)
      .send(body);
  const purchasesOf = (userId: string) =>
    app.database.query<{ id: string }>('SELECT id FROM credit WHERE topup_id = $1', [userId]);

  it('executes once, and a repeat gets the first response from any replica', async () => {
    const [userId, key] = [newId(), newId()];
    const first = await send(userId, key).expect(200);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    const again = await send(userId, key, undefined, { to: replicas[1] }).expect(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await purchasesOf(userId)).toEqual([{ id: (first.body as PurchaseRow).data.id }]);
    await send(userId, newId()).expect(200);
    expect(await purchasesOf(userId)).toHaveLength(2);
  });

  it('hides changes from others until the commit', async () => {
    const { notices } = app.get(PurchaseHooks);
    const [userId, key] = [newId(), newId()];
    await send(userId, key, { amount: 1, refused: true }).expect(409);
    expect(app.get(PurchaseHooks).notices).toBe(notices);
    await send(userId, key, { amount: 1 }).expect(200);
    expect(app.get(PurchaseHooks).notices).toBe(notices + 1);
  });

  it('runs in one transaction even without a key', async () => {
    const userId = newId();
    const buy = (body: object) =>
      app.http.post('/api/sample/purchases').set(app.as({ userId })).send(body);
    await buy({ amount: 1, refused: true }).expect(409);
    expect(await purchasesOf(userId)).toEqual([]);
    await buy({ amount: 1 }).expect(200);
    expect(await purchasesOf(userId)).toHaveLength(1);
  });

  it('refuses to commit or read outside the transaction of a request', async () => {
    const db = app.get(Database);
    const transaction = db.beginRequest();
    const noop = () => Promise.resolve();
    await runInContext({ correlationId: newId(), transaction }, async () => {
      await expect(db.transaction(noop)).rejects.toThrow('RequestTransaction');
      await db.manager.query('SELECT 1');
      await transaction.transaction((tx) => tx.query('SELECT 1'));
      expect(() => db.manager).toThrow('use its tx');
      await db.runInNewTransaction(noop);
      await transaction.commit();
      await db.manager.query('SELECT 1');
      await db.transaction(noop);
    });
  });

  it('changes nothing for a refused request and keeps the key free', async () => {
    const [userId, key] = [newId(), newId()];
    await send(userId, key, { amount: 1, refused: true }).expect(409);
    await send(userId, key, { amount: 'much' }).expect(400);
    expect(await purchasesOf(userId)).toEqual([]);
    await send(userId, key).expect(200);
  });

  it('commits nothing and leaves no open transaction if two transactions of a request overlap', async () => {
    const db = app.get(Database);
    const id = newId();
    for (const end of ['commit', 'rollback'] as const) {
      const transaction = db.beginRequest();
      await transaction.transaction((tx) =>
        tx.insert(CreditEntity, { id, topupId: newId(), finalAmount: 1 }),
      );
      let letGo!: () => void;
      const isIn = new Promise<void>((resolve) => {
        const second = transaction.transaction(async () => {
          resolve();
          await new Promise<void>((free) => (letGo = free));
        });
        void second.catch(() => undefined);
      });
      await isIn;
      if (end === 'rollback') await transaction.rollback();
      else await expect(transaction.commit(() => Promise.resolve())).rejects.toThrow('savepoint');
      letGo();
      // Waits, because the service's own workers are briefly between two statements of a transaction.
      await waitFor(async () => {
        const open = await app.database.query(
          `SELECT 1 FROM pg_stat_activity
            WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
        );
        return open.length === 0;
      });
    }
    expect(await app.database.query('SELECT 1 FROM credit WHERE id = $1', [id])).toEqual([]);
  });

  it('rejects another body or route under the same key with 422', async () => {
    const [userId, key] = [newId(), newId()];
    await send(userId, key).expect(200);
    for (const answer of [
      await send(userId, key, { amount: 6 }),
      await send(userId, key, {}, { path: 'secrets' }),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    }
    expect(await purchasesOf(userId)).toHaveLength(1);
  });

  it('is separate for each user', async () => {
    const key = newId();
    const [one, other] = [newId(), newId()];
    await send(one, key, { amount: 1 }).expect(200);
    await send(other, key, { amount: 2 }).expect(200);
    expect(await purchasesOf(other)).toHaveLength(1);
  });

  it('asks a repeat to wait while the first request is in progress', async () => {
    const [userId, key] = [newId(), newId()];
    let go = (): void => undefined;
    app.get(PurchaseHooks).hold = new Promise((resolve) => (go = resolve));
    const first = send(userId, key).then((answer) => answer);
    await waitFor(
      async () =>
        (await app.database.query('SELECT 1 FROM idempotency_key WHERE user_id = $1', [userId]))
          .length,
    );
    const meanwhile = await send(userId, key, undefined, { to: replicas[1] }).expect(409);
    expect(meanwhile.body).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    expect(meanwhile.headers['retry-after']).toBe('2');
    app.get(PurchaseHooks).hold = null;
    go();
    expect((await first).status).toBe(200);
  });

  it('lets a request whose expired claim was taken over change nothing', async () => {
    const [userId, key] = [newId(), newId()];
    let go = (): void => undefined;
    app.get(PurchaseHooks).hold = new Promise((resolve) => (go = resolve));
    const slow = send(userId, key).then((answer) => answer);
    await waitFor(async () => (await lapse(userId)) > 0);
    const second = await send(userId, key, undefined, { to: replicas[1] }).expect(200);
    app.get(PurchaseHooks).hold = null;
    go();
    expect((await slow).status).toBe(409);
    expect(await purchasesOf(userId)).toEqual([{ id: (second.body as PurchaseRow).data.id }]);
  });

  it('stores no secret and answers a repeat with 409 and the id of the created object', async () => {
    const [userId, key] = [newId(), newId()];
    const { body } = await send(userId, key, {}, { path: 'secrets' }).expect(201);
    const { data } = body as PurchaseRow;
    expect(data.secret).toBe('sesame');
    const again = await send(userId, key, {}, { path: 'secrets' }).expect(409);
    expect(again.body).toMatchObject({
      code: 'IDEMPOTENCY_ANSWER_NOT_KEPT',
      details: [{ path: 'id', message: data.id }],
    });
    const rows = await app.database.query('SELECT * FROM idempotency_key WHERE user_id = $1', [
      userId,
    ]);
    expect(JSON.stringify(rows)).not.toContain('sesame');
  });

  it.each([' ', 'x'.repeat(201), 'two words'])('rejects an invalid key: %j', async (key) => {
    const { body } = await send(newId(), key).expect(400);
    expect(body).toMatchObject({ details: [{ path: 'Idempotency-Key' }] });
  });

  it('refuses the 1,001st key of a user in 24 hours without effect, and still answers repeats', async () => {
    const [userId, key] = [newId(), newId()];
    const first = await send(userId, key).expect(200);
    await app.database.query(
      `INSERT INTO idempotency_key (user_id, key_hash, fingerprint, claim, claimed_until, done_at)
       SELECT $1, int4send(n), '', gen_random_uuid(), now(), now() FROM generate_series(1, 999) AS n`,
      [userId],
    );
    const { body, headers } = await send(userId, newId()).expect(429);
    expect(body).toMatchObject({ code: 'RATE_LIMITED' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(await purchasesOf(userId)).toHaveLength(1);
    expect((await send(userId, key).expect(200)).body).toEqual(first.body);
    await send(newId(), newId()).expect(200);
  });

  it('is valid for 24 hours and then deleted', async () => {
    const [userId, key, other] = [newId(), newId(), newId()];
    await send(userId, key).expect(200);
    await send(userId, other).expect(200);
    await app.database.query(
      `UPDATE idempotency_key SET created_at = now() - interval '25 hours' WHERE user_id = $1`,
      [userId],
    );
    await send(userId, key, { amount: 7 }).expect(200);
    await app.get(Jobs).runNow('idempotency.prune');
    const left = await app.database.query('SELECT 1 FROM idempotency_key WHERE user_id = $1', [
      userId,
    ]);
    expect(left).toHaveLength(1);
  });

  /**
   * Simulates the passing of half a minute.
   *
   * @returns number of expired claims
   */
  const lapse = async (userId: string): Promise<number> =>
    (
      await app.database.query(
        `UPDATE idempotency_key SET claimed_until = now() - interval '1 second'
         WHERE user_id = $1 AND done_at IS NULL RETURNING 1`,
        [userId],
      )
    ).length;

  it('makes one purchase with one response through crashes and concurrent copies', async () => {
    const { database, nats, tokens } = app;
    const mortals = await Promise.all(
      [1, 2].map(() => testApp(purchases, { database, nats, tokens })),
    );
    for (const one of mortals) one.get(PurchaseHooks).inject(one.get(IdempotencyKeys));
    const attempt = fc.record({
      replica: fc.nat({ max: 1 }),
      crashAt: fc.option(fc.constantFrom(...CRASH_POINTS)),
      copies: fc.integer({ min: 1, max: 4 }),
    });
    const property = fc.asyncProperty(fc.array(attempt, { maxLength: 5 }), async (attempts) => {
      const [userId, key] = [newId(), newId()];
      const ids = new Set<string>();
      for (const { replica, crashAt, copies } of attempts) {
        const to = mortals[replica];
        const own = to.get(PurchaseHooks);
        Object.assign(own, { crashAt, crashed: false });
        const answers = await Promise.all(
          Array.from({ length: copies }, (_, n) =>
            send(userId, key, undefined, { to: n === 0 ? to : mortals[1 - replica] }),
          ),
        );
        Object.assign(own, { crashAt: null, crashed: false });
        for (const { status, body } of answers) {
          expect([200, 409, 500]).toContain(status);
          if (status === 200) ids.add((body as PurchaseRow).data.id);
        }
        expect((await purchasesOf(userId)).length).toBeLessThanOrEqual(1);
        await lapse(userId);
      }
      const { body } = await send(userId, key, undefined, { to: mortals[0] }).expect(200);
      ids.add((body as PurchaseRow).data.id);
      expect(await purchasesOf(userId)).toEqual([...ids].map((id) => ({ id })));
    });
    await fc.assert(property, { numRuns: 20 });
    await Promise.all(mortals.map((one) => one.close()));
  });

  it('executes one of a hundred concurrent requests through two replicas', async () => {
    const [userId, key] = [newId(), newId()];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => send(userId, key, undefined, { to: replicas[n % 2] })),
    );
    const good = answers.filter(({ status }) => status === 200);
    expect(good.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(new Set(good.map(({ body }) => (body as PurchaseRow).data.id)).size).toBe(1);
    expect(await purchasesOf(userId)).toHaveLength(1);
  });
});
