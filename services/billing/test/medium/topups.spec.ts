import type { CreatedTopup, TopupHistoryItem } from '@casement/proto/http/billing.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { newId } from '@casement/common/database/new-id.js';
import { ReconcilerService } from '@casement/billing/reconciler/reconciler.service.js';
import { BillingApp } from '../fakes/billing-app.js';
import { brokenPromises } from '../fakes/books.js';

interface Refusal {
  code: string;
  message: string;
  details?: { path: string }[];
}

describe('top-ups', () => {
  let sut: BillingApp;
  let sql: BillingApp['app']['database'];
  beforeAll(async () => {
    sut = await BillingApp.start();
    sql = sut.app.database;
  });
  afterAll(() => sut.close());
  beforeEach(() => {
    sut.gateway.createMode = 'ok';
    sut.gateway.down = false;
    sut.gateway.feeCustomer = 0;
  });
  afterEach(async () => {
    expect(await brokenPromises((text) => sql.query(text))).toEqual({});
  });

  const post = (path: string, userId: string, body: object) =>
    sut.app.http.post(`/api/user/topup${path}`).set(sut.app.as({ userId })).send(body);
  const history = async (userId: string, query = '') => {
    const answer = await sut.app.http
      .get(`/api/user/topup/history${query}`)
      .set(sut.app.as({ userId }))
      .expect(200);
    return answer.body as { data: TopupHistoryItem[]; meta: Record<string, number> };
  };
  const due = (merchantRef: string) =>
    sql.query('UPDATE topup SET next_check_at = now() WHERE merchant_ref = $1', [merchantRef]);

  describe('POST /user/topup/calculate', () => {
    it.each([
      [1, 0, 0, 50_000, 3.13],
      [4, 0, 0, 200_000, 12.5],
      [5, 5, 12_500, 237_500, 14.84],
      [10, 10, 50_000, 450_000, 28.13],
      [25, 15, 187_500, 1_062_500, 66.41],
    ])('§3 quotes %i pieces with %i %% off', async (quantity, percentage, discount, final, usd) => {
      const answer = await post('/calculate', sut.user(), { quantity }).expect(200);
      expect(answer.body).toMatchObject({
        success: true,
        data: {
          quantity,
          unit_price: 50_000,
          total_amount: 50_000 * quantity,
          discount_percentage: percentage,
          discount_amount: discount,
          final_amount: final,
          usd_estimated_amount: usd,
          bpay_encoded_amount: usd,
          product: { name: 'Windows Install Quota' },
          discount_tiers: [
            { min_quantity: 5, percentage: 5 },
            { min_quantity: 10, percentage: 10 },
            { min_quantity: 25, percentage: 15 },
          ],
        },
      });
    });

    it.each([
      [0, 'Quantity must be at least 1'],
      [-1, 'Quantity must be at least 1'],
      [1.5, 'Quantity must be a whole number'],
      [1001, 'Quantity can be at most 1000'],
      ['5', 'Quantity must be a number'],
      [null, 'Quantity must be a number'],
    ])('§5 refuses a quantity of %p', async (quantity, message) => {
      const answer = await post('/calculate', sut.user(), { quantity }).expect(400);
      expect(answer.body).toMatchObject({
        code: 'VALIDATION_FAILED',
        message,
        details: [{ path: 'quantity', message }],
      });
    });

    it('prices the product that is asked for, the oldest one otherwise', async () => {
      const id = newId();
      await sql.query(`INSERT INTO product (id, name, price_sen) VALUES ($1, 'Other', 123450)`, [
        id,
      ]);
      const asked = await post('/calculate', sut.user(), { quantity: 1, product_id: id }).expect(
        200,
      );
      expect(asked.body).toMatchObject({
        data: { unit_price: 1234.5, total_amount: 1235, product: { id, name: 'Other' } },
      });
      const oldest = await post('/calculate', sut.user(), { quantity: 1 }).expect(200);
      expect(oldest.body).toMatchObject({ data: { unit_price: 50_000 } });
      await post('/calculate', sut.user(), { quantity: 1, product_id: newId() }).expect(404);
      await sql.query('DELETE FROM product WHERE id = $1', [id]);
    });

    it('needs a session', async () => {
      await sut.app.http.post('/api/user/topup/calculate').send({ quantity: 1 }).expect(401);
    });
  });

  describe('POST /user/topup', () => {
    it('§3 answers with all that is needed to pay', async () => {
      const userId = sut.user('buyer@example.com');
      const topup = await sut.topUp(userId, 10);
      expect(topup).toEqual({
        reference: expect.stringMatching(/^T[0-9A-F]{16}$/),
        merchant_ref: expect.stringMatching(/^CSM-\d{8}-[0-9A-Z]{12}$/),
        checkout_url: `https://gateway.example/checkout/${topup.reference}`,
        qr_url: `https://gateway.example/qr/${topup.reference}`,
        pay_code: '57585748548596',
        payment_name: 'QRIS at the gateway',
        payment_method: 'QRIS',
        final_amount: 450_000,
        quantity: 10,
        status: 'UNPAID',
        expired_time: sut.gateway.byMerchantRef(topup.merchant_ref).expired_time,
      });
      const request = sut.gateway.requests.findLast((one) => one.path === 'transaction/create');
      expect(request?.body).toMatchObject({
        amount: 450_000,
        customer_email: 'buyer@example.com',
        order_items: [{ name: '10 × Windows Install Quota', price: 450_000, quantity: 1 }],
        callback_url: 'http://localhost:8080/api/payments/tripay/callback',
        return_url: 'http://localhost:8080/dashboard',
      });
    });

    it('tells the others that it was created', async () => {
      const userId = sut.user();
      await sut.topUp(userId, 5);
      const events = await sut.events(
        'billing.topup.created.v1',
        (event) => event.userId === userId,
      );
      expect(events).toEqual([
        {
          topupId: expect.any(String),
          userId,
          quantity: 5,
          finalAmount: 237_500,
          paymentMethod: 'QRIS',
        },
      ]);
    });

    it("takes the customer's part of the fee into account", async () => {
      sut.gateway.feeCustomer = 4_250;
      const userId = sut.user();
      await sut.paid(userId, 2);
      expect(await sut.quota(userId)).toBe(2);
    });

    it.each([
      ['an unknown method', { quantity: 1, payment_method: 'NONE' }],
      ['a disabled method', { quantity: 1, payment_method: 'OVO' }],
      ['an amount above the method’s largest', { quantity: 150, payment_method: 'QRIS' }],
    ])('refuses %s', async (_, body) => {
      const userId = sut.user();
      const answer = await post('', userId, body).expect(400);
      expect(answer.body).toMatchObject({
        code: 'PAYMENT_METHOD_UNAVAILABLE',
        details: [{ path: 'payment_method' }],
      });
      expect((await history(userId)).data).toEqual([]);
    });

    it('takes the very smallest and largest amounts of a method, and says the limit beyond', async () => {
      const limits = (minimum: number, maximum: number) =>
        sql.query(
          `UPDATE payment_method SET minimum_amount = $1, maximum_amount = $2 WHERE code = 'BCAVA'`,
          [minimum, maximum],
        );
      await limits(50_000, 100_000);
      await sut.topUp(sut.user(), 1, 'BCAVA');
      await sut.topUp(sut.user(), 2, 'BCAVA');
      await limits(50_001, 99_999);
      const below = await post('', sut.user(), { quantity: 1, payment_method: 'BCAVA' }).expect(
        400,
      );
      expect((below.body as Refusal).message).toContain('from Rp 50.001, this one is Rp 50.000');
      const above = await post('', sut.user(), { quantity: 2, payment_method: 'BCAVA' }).expect(
        400,
      );
      expect((above.body as Refusal).message).toContain('up to Rp 99.999, this one is Rp 100.000');
      await limits(10_000, 10_000_000);
    });

    it.each([{ quantity: 1, payment_method: '' }, { quantity: 1 }])(
      '§5 needs a payment method: %p',
      async (body) => {
        const answer = await post('', sut.user(), body).expect(400);
        expect((answer.body as Refusal).message).toBe(
          'Please enter quantity and select payment method',
        );
      },
    );

    it('§6 asks a legacy user for an e-mail first', async () => {
      const answer = await post('', sut.user(''), { quantity: 1, payment_method: 'QRIS' }).expect(
        409,
      );
      expect((answer.body as Refusal).message).toContain('add an e-mail address');
    });

    it('keeps a refused order as failed and charges nothing', async () => {
      sut.gateway.createMode = 'refuse';
      const userId = sut.user();
      const answer = await post('', userId, { quantity: 1, payment_method: 'QRIS' }).expect(503);
      expect(answer.body).toMatchObject({
        code: 'PAYMENT_GATEWAY_UNAVAILABLE',
        message: expect.stringContaining('You were not charged'),
      });
      expect((await history(userId)).data).toMatchObject([{ status: 'FAILED', reference: null }]);
    });
  });

  it('says so at once when the gateway was never reached, and keeps no order open', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}/api`;
    const beside = await sut.startBeside({ TRIPAY_BASE_URL: nobody });
    const userId = sut.user();
    const answer = await beside.http
      .post('/api/user/topup')
      .set(sut.app.as({ userId }))
      .send({ quantity: 1, payment_method: 'QRIS' })
      .expect(503);
    expect(answer.body).toMatchObject({
      code: 'PAYMENT_GATEWAY_UNAVAILABLE',
      message: expect.stringContaining('could not be reached. You were not charged'),
    });
    expect((await history(userId)).data).toMatchObject([{ status: 'FAILED' }]);
  });

  it('orders nothing while auth can’t say who the customer is', async () => {
    const nobody = `127.0.0.1:${await freePort()}`;
    const beside = await sut.startBeside({ AUTH_GRPC_URL: nobody });
    const userId = sut.user();
    const before = sut.gateway.transactions.size;
    await beside.http
      .post('/api/user/topup')
      .set(sut.app.as({ userId }))
      .send({ quantity: 1, payment_method: 'QRIS' })
      .expect(503);
    expect((await history(userId)).data).toEqual([]);
    expect(sut.gateway.transactions.size).toBe(before);
  });

  describe('a create that timed out at the gateway', () => {
    const order = async (mode: 'lost' | 'silent' | 'broken', key?: string) => {
      sut.gateway.createMode = mode;
      const userId = sut.user();
      const request = () => {
        const call = post('', userId, { quantity: 3, payment_method: 'QRIS' });
        return key ? call.set('idempotency-key', key) : call;
      };
      const answer = await request().expect(503);
      expect(answer.body).toMatchObject({
        code: 'PAYMENT_GATEWAY_UNAVAILABLE',
        message: expect.stringContaining('your order is kept'),
      });
      const [row] = (await history(userId)).data;
      expect(row).toMatchObject({ status: 'PENDING', reference: null });
      sut.gateway.createMode = 'ok';
      return { userId, row, request };
    };

    it.each(['lost', 'broken'] as const)('is adopted by its merchant ref (%s)', async (mode) => {
      const { userId, row } = await order(mode);
      await due(row.merchant_ref);
      await sut.app.get(ReconcilerService).reconcile();
      const { reference } = sut.gateway.byMerchantRef(row.merchant_ref);
      expect((await history(userId)).data).toMatchObject([
        {
          status: 'UNPAID',
          reference,
          checkout_url: `https://gateway.example/checkout/${reference}`,
        },
      ]);
    });

    it('is credited when its callback comes before it was adopted', async () => {
      const { userId, row } = await order('lost');
      const { reference } = sut.gateway.byMerchantRef(row.merchant_ref);
      await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
      expect(await sut.quota(userId)).toBe(3);
      expect((await history(userId)).data).toMatchObject([{ status: 'PAID', reference }]);
      const own = (event: { userId: string }) => event.userId === userId;
      expect(await sut.events('billing.topup.created.v1', own)).toMatchObject([{ quantity: 3 }]);
    });

    it('is adopted at once when the browser asks again with its key', async () => {
      const { row, request } = await order('lost', newId());
      const answer = await request().expect(200);
      expect(answer.body).toMatchObject({
        data: { merchant_ref: row.merchant_ref, status: 'UNPAID' },
      });
      expect(sut.gateway.byMerchantRef(row.merchant_ref).amount).toBe(150_000);
    });

    it('fails half an hour later if the gateway never had it, not before', async () => {
      const { userId, row } = await order('silent');
      await due(row.merchant_ref);
      await sut.app.get(ReconcilerService).reconcile();
      expect((await history(userId)).data).toMatchObject([{ status: 'PENDING' }]);

      await sql.query(
        `UPDATE topup SET created_at = created_at - interval '31 minutes' WHERE merchant_ref = $1`,
        [row.merchant_ref],
      );
      await due(row.merchant_ref);
      await sut.app.get(ReconcilerService).reconcile();
      expect((await history(userId)).data).toMatchObject([{ status: 'FAILED' }]);
    });
  });

  describe('Idempotency-Key', () => {
    const body = { quantity: 1, payment_method: 'QRIS' };
    const send = (userId: string, key: string, change = {}) =>
      post('', userId, { ...body, ...change }).set('idempotency-key', key);

    it('gives the first order to the same request', async () => {
      const [userId, key] = [sut.user(), newId()];
      const first = await send(userId, key).expect(200);
      const again = await send(userId, key).expect(200);
      expect(again.body).toEqual(first.body);
      expect((await history(userId)).meta.total).toBe(1);
    });

    it('makes one order of ten requests at once', async () => {
      const [userId, key] = [sut.user(), newId()];
      const answers = await Promise.all(Array.from({ length: 10 }, () => send(userId, key)));
      const references = answers
        .filter((answer) => answer.status === 200)
        .map((answer) => (answer.body as { data: CreatedTopup }).data.reference);
      expect(new Set(references).size).toBe(1);
      expect((await history(userId)).meta.total).toBe(1);
    });

    it('refuses the same key with another body', async () => {
      const [userId, key] = [sut.user(), newId()];
      await send(userId, key).expect(200);
      const answer = await send(userId, key, { quantity: 2 }).expect(409);
      expect(answer.body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    });

    const statuses = async (userId: string) =>
      (await history(userId)).data.map(({ status }) => status);

    it('orders anew after the gateway refused the first one', async () => {
      const [userId, key] = [sut.user(), newId()];
      sut.gateway.createMode = 'refuse';
      await send(userId, key).expect(503);
      sut.gateway.createMode = 'ok';
      await send(userId, key).expect(200);
      expect(await statuses(userId)).toEqual(['UNPAID', 'FAILED']);
    });

    it('orders anew after the gateway was never reached', async () => {
      const [userId, key] = [sut.user(), newId()];
      const TRIPAY_BASE_URL = `http://127.0.0.1:${await freePort()}/api`;
      const cutOff = await sut.startBeside({ TRIPAY_BASE_URL });
      await cutOff.http
        .post('/api/user/topup')
        .set(cutOff.as({ userId }))
        .set('idempotency-key', key)
        .send(body)
        .expect(503);
      await send(userId, key).expect(200);
      expect(await statuses(userId)).toEqual(['UNPAID', 'FAILED']);
    });

    it("knows nothing of another user's keys", async () => {
      const key = newId();
      await send(sut.user(), key).expect(200);
      await send(sut.user(), key, { quantity: 2 }).expect(200);
    });
  });

  describe('GET /user/topup/history', () => {
    it('§2 pages by 15, newest first', async () => {
      const userId = sut.user();
      for (let quantity = 1; quantity <= 17; quantity += 1) await sut.topUp(userId, quantity);
      const first = await history(userId);
      expect(first.meta).toEqual({ page: 1, pageSize: 15, total: 17 });
      expect(first.data.map((item) => item.quantity)).toEqual([
        17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
      ]);
      const second = await history(userId, '?page=2');
      expect(second.data.map((item) => item.quantity)).toEqual([2, 1]);
    });

    it('§3 carries every field of the specification', async () => {
      const userId = sut.user();
      const { reference } = await sut.paid(userId, 5);
      const [item] = (await history(userId)).data;
      expect(item).toEqual({
        id: expect.any(String),
        reference,
        merchant_ref: expect.any(String),
        status: 'PAID',
        quantity: 5,
        final_amount: 237_500,
        total_amount: 250_000,
        discount_amount: 12_500,
        discount_percentage: 5,
        payment_method: 'QRIS',
        payment_name: 'QRIS at the gateway',
        checkout_url: `https://gateway.example/checkout/${reference}`,
        payment_url: `https://gateway.example/checkout/${reference}`,
        qr_url: `https://gateway.example/qr/${reference}`,
        pay_code: '57585748548596',
        encoded_amount: null,
        bpay_encoded_amount: null,
        expired_time: expect.any(Number),
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        paid_at: '2026-11-21T10:00:00.000Z',
      });
    });

    it("shows nothing of another user's", async () => {
      await sut.topUp(sut.user(), 1);
      const other = await history(sut.user());
      expect(other).toMatchObject({ data: [], meta: { total: 0 } });
    });
  });
});
