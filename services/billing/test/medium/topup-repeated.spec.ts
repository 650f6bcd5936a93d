import type { CreatedTopup } from '@casement/proto/http/billing/topups.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { ReconcilerService } from '../../src/topups/reconciler.service.js';
import { BillingApp } from '../fakes/billing-app.js';

describe('repeated top-up requests', () => {
  let sut: BillingApp;
  let sql: BillingApp['app']['database'];
  beforeAll(async () => {
    sut = await BillingApp.start({ env: { TRIPAY_TIMEOUT_MS: '3000' } });
    sql = sut.app.database;
  });
  afterAll(() => sut.close());
  beforeEach(() => {
    sut.gateway.createMode = 'ok';
    sut.gateway.feeCustomer = 0;
  });
  afterEach(async () => {
    expect(await brokenInvariants((text) => sql.query(text))).toEqual({});
  });

  const due = (merchantRef: string) =>
    sql.query('UPDATE topup SET next_check_at = now() WHERE merchant_ref = $1', [merchantRef]);

  describe('create that timed out at the gateway', () => {
    const order = async (mode: 'lost' | 'silent' | 'broken', key?: string) => {
      sut.gateway.createMode = mode;
      const userId = sut.user();
      const request = () => {
        const call = sut.order(userId, { quantity: 3, payment_method: 'QRIS' });
        return key ? call.set('idempotency-key', key) : call;
      };
      const answer = await request().expect(503);
      expect(answer.body).toMatchObject({
        code: 'PAYMENT_GATEWAY_UNAVAILABLE',
        message: expect.stringContaining('your order is kept'),
      });
      const [row] = (await sut.history(userId)).data;
      expect(row).toMatchObject({ status: 'PENDING', reference: null });
      sut.gateway.createMode = 'ok';
      return { userId, row, request };
    };

    it.each(['lost', 'broken'] as const)('is adopted by its merchant ref (%s)', async (mode) => {
      const { userId, row } = await order(mode);
      await due(row.merchant_ref);
      await sut.app.get(ReconcilerService).reconcile();
      const { reference } = sut.gateway.byMerchantRef(row.merchant_ref);
      expect((await sut.history(userId)).data).toMatchObject([
        {
          status: 'UNPAID',
          reference,
          checkout_url: `https://gateway.example/checkout/${reference}`,
        },
      ]);
    });

    it('is credited when its callback arrives before it was adopted', async () => {
      const { userId, row } = await order('lost');
      const { reference } = sut.gateway.byMerchantRef(row.merchant_ref);
      await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      expect(await sut.quota(userId)).toBe(3);
      expect((await sut.history(userId)).data).toMatchObject([{ status: 'PAID', reference }]);
      const own = (event: { userId: string }) => event.userId === userId;
      expect(await sut.events('billing.topup.created.v1', own)).toMatchObject([{ quantity: 3 }]);
    });

    it('is adopted immediately when the browser retries with its key', async () => {
      const { row, request } = await order('lost', newId());
      const answer = await request().expect(200);
      expect(answer.body).toMatchObject({
        data: { merchant_ref: row.merchant_ref, status: 'UNPAID' },
      });
      expect(sut.gateway.byMerchantRef(row.merchant_ref).amount).toBe(150_000);
    });

    it('shares one time limit between both lookups, so that the browser still gets an answer', async () => {
      const { request } = await order('lost', newId());
      // Each response alone would be in time (limit 3 s); both together are not.
      sut.gateway.delayMs = 2000;
      const answer = await request().expect(503);
      sut.gateway.delayMs = 0;
      expect((answer.body as { message: string }).message).toContain('your order is kept');
    });

    it('fails after half an hour, not earlier, if the gateway never received it', async () => {
      const { userId, row } = await order('silent');
      await due(row.merchant_ref);
      await sut.app.get(ReconcilerService).reconcile();
      expect((await sut.history(userId)).data).toMatchObject([{ status: 'PENDING' }]);

      await sql.query(
        `UPDATE topup SET created_at = created_at - interval '31 minutes' WHERE merchant_ref = $1`,
        [row.merchant_ref],
      );
      await due(row.merchant_ref);
      await sut.app.get(ReconcilerService).reconcile();
      expect((await sut.history(userId)).data).toMatchObject([{ status: 'FAILED' }]);
    });
  });

  describe('Idempotency-Key', () => {
    const body = { quantity: 1, payment_method: 'QRIS' };
    const send = (userId: string, key: string, change = {}) =>
      sut.order(userId, { ...body, ...change }).set('idempotency-key', key);

    it('returns the first order for the same request', async () => {
      const [userId, key] = [sut.user(), newId()];
      const first = await send(userId, key).expect(200);
      const again = await send(userId, key).expect(200);
      expect(again.body).toEqual(first.body);
      expect((await sut.history(userId)).meta.total).toBe(1);
    });

    it('creates one order for ten concurrent requests', async () => {
      const [userId, key] = [sut.user(), newId()];
      const answers = await Promise.all(Array.from({ length: 10 }, () => send(userId, key)));
      const references = answers
        .filter((answer) => answer.status === 200)
        .map((answer) => (answer.body as { data: CreatedTopup }).data.reference);
      expect(new Set(references).size).toBe(1);
      expect((await sut.history(userId)).meta.total).toBe(1);
    });

    it('rejects the same key with another body', async () => {
      const [userId, key] = [sut.user(), newId()];
      await send(userId, key).expect(200);
      const answer = await send(userId, key, { quantity: 2 }).expect(422);
      expect(answer.body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    });

    const statuses = async (userId: string) =>
      (await sut.history(userId)).data.map(({ status }) => status);

    it('creates a new order after the gateway refused the first', async () => {
      const [userId, key] = [sut.user(), newId()];
      sut.gateway.createMode = 'refuse';
      await send(userId, key).expect(503);
      sut.gateway.createMode = 'ok';
      await send(userId, key).expect(200);
      expect(await statuses(userId)).toEqual(['UNPAID', 'FAILED']);
    });

    it('creates a new order after the gateway was never reached', async () => {
      const [userId, key] = [sut.user(), newId()];
      const TRIPAY_BASE_URL = `http://127.0.0.1:${await freePort()}/api`;
      const cutOff = await sut.startReplica({ TRIPAY_BASE_URL });
      await cutOff.http
        .post('/api/user/topup')
        .set(cutOff.as({ userId }))
        .set('idempotency-key', key)
        .send(body)
        .expect(503);
      await send(userId, key).expect(200);
      expect(await statuses(userId)).toEqual(['UNPAID', 'FAILED']);
    });

    it("ignores another user's keys", async () => {
      const key = newId();
      await send(sut.user(), key).expect(200);
      await send(sut.user(), key, { quantity: 2 }).expect(200);
    });
  });
});
