import { freePort } from '@casement/common/testing/free-port.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { BillingApp } from '../fakes/billing-app.js';

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
    sut.gateway.feeCustomer = 0;
  });
  afterEach(async () => {
    expect(await brokenInvariants((text) => sql.query(text))).toEqual({});
  });

  describe('POST /user/topup', () => {
    it('§3 returns everything needed to pay', async () => {
      const userId = sut.user('buyer@example.com');
      sut.gateway.feeCustomer = 3_900;
      const topup = await sut.topUp(userId, 10);
      expect(topup).toEqual({
        reference: expect.stringMatching(/^T[0-9A-F]{16}$/),
        merchant_ref: expect.stringMatching(/^CSM-\d{8}-[0-9A-Z]{12}$/),
        checkout_url: `https://gateway.example/checkout/${topup.reference}`,
        qr_url: `https://gateway.example/qr/${topup.reference}`,
        qr_string: `00020101021226${topup.reference}`,
        pay_code: '57585748548596',
        instructions: [{ title: 'ATM', steps: ['Pilih Pembayaran'] }],
        payment_name: 'QRIS at the gateway',
        payment_method: 'QRIS',
        final_amount: 450_000,
        fee_amount: 3_900,
        payable_amount: 453_900,
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
        return_url: `http://localhost:8080/dashboard?open=topup:${topup.merchant_ref}`,
      });
    });

    it('publishes the creation', async () => {
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

    it("includes the customer's share of the fee", async () => {
      sut.gateway.feeCustomer = 4_250;
      const userId = sut.user();
      await sut.paid(userId, 2);
      expect(await sut.quota(userId)).toBe(2);
    });

    describe('with an open order', () => {
      const reference = async (userId: string, body: object) => {
        const answer = await sut.order(userId, body).expect(200);
        return (answer.body as { data: { reference: string } }).data.reference;
      };
      const qris = (quantity: number) => ({ quantity, payment_method: 'QRIS' });

      it('returns the older order of the same quantity and method', async () => {
        const userId = sut.user();
        const first = await reference(userId, qris(2));
        expect(await reference(userId, qris(2))).toBe(first);
        expect(await reference(userId, qris(1))).not.toBe(first);
        expect(await reference(userId, { quantity: 2, payment_method: 'BCAVA' })).not.toBe(first);
        expect((await sut.history(userId)).meta.total).toBe(3);
      });

      it('creates a new order when the open order is paid or has less than five minutes left', async () => {
        const userId = sut.user();
        const { reference: paid } = await sut.paid(userId, 2);
        const old = await reference(userId, qris(2));
        expect(old).not.toBe(paid);
        await sql.query(
          `UPDATE topup SET expires_at = now() + interval '4 minutes' WHERE reference = $1`,
          [old],
        );
        expect(await reference(userId, qris(2))).not.toBe(old);
      });

      it('counts an order that is payable for only a few more minutes', async () => {
        const userId = sut.user();
        for (const quantity of [1, 2, 3]) await reference(userId, qris(quantity));
        await sql.query(
          `UPDATE topup SET expires_at = now() + interval '1 minute' WHERE user_id = $1`,
          [userId],
        );
        const answer = await sut.order(userId, qris(4)).expect(409);
        expect(answer.body).toMatchObject({ code: 'TOO_MANY_OPEN_TOPUPS' });
      });

      it('allows three open orders at most, also for ten concurrent requests', async () => {
        const userId = sut.user();
        const answers = await Promise.all(
          Array.from({ length: 10 }, (_, n) => sut.order(userId, qris(n + 1))),
        );
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
        const refused = answers.find(({ status }) => status !== 200);
        expect(refused).toMatchObject({
          status: 409,
          body: { code: 'TOO_MANY_OPEN_TOPUPS', message: expect.stringContaining('3 unpaid') },
        });
        expect((await sut.history(userId)).meta.total).toBe(3);
      });
    });

    it('refuses the 31st unpaid new order in a row, and still returns an open one', async () => {
      const userId = sut.user();
      const expire = () =>
        sql.query(`UPDATE topup SET expires_at = now() WHERE user_id = $1`, [userId]);
      for (let n = 0; n < 30; n++) {
        await expire();
        await sut.topUp(userId, 1);
      }
      await sut.topUp(userId, 1);
      await expire();
      const refused = await sut.order(userId, { quantity: 1, payment_method: 'QRIS' }).expect(429);
      expect(refused.body).toMatchObject({ code: 'RATE_LIMITED' });
      expect((await sut.history(userId)).meta.total).toBe(30);
    });

    it('accepts more than 30 new orders from a customer who pays', async () => {
      const userId = sut.user();
      for (let n = 0; n < 31; n++) await sut.paid(userId, 1);
      expect((await sut.history(userId)).meta.total).toBe(31);
    });

    it.each([
      ['an unknown method', { quantity: 1, payment_method: 'NONE' }],
      ['a disabled method', { quantity: 1, payment_method: 'OVO' }],
      ['an amount above the method’s maximum', { quantity: 150, payment_method: 'QRIS' }],
    ])('rejects %s', async (_, body) => {
      const userId = sut.user();
      const answer = await sut.order(userId, body).expect(400);
      expect(answer.body).toMatchObject({
        code: 'PAYMENT_METHOD_UNAVAILABLE',
        details: [{ path: 'payment_method' }],
      });
      expect((await sut.history(userId)).data).toEqual([]);
    });

    it('accepts the minimum and maximum amounts of a method, and names the exceeded limit', async () => {
      const limits = (minimum: number, maximum: number) =>
        sql.query(
          `UPDATE payment_method SET minimum_amount = $1, maximum_amount = $2 WHERE code = 'BCAVA'`,
          [minimum, maximum],
        );
      await limits(50_000, 100_000);
      await sut.topUp(sut.user(), 1, 'BCAVA');
      await sut.topUp(sut.user(), 2, 'BCAVA');
      await limits(50_001, 99_999);
      const below = await sut
        .order(sut.user(), { quantity: 1, payment_method: 'BCAVA' })
        .expect(400);
      expect((below.body as Refusal).message).toContain('from Rp 50.001; this one is Rp 50.000');
      const above = await sut
        .order(sut.user(), { quantity: 2, payment_method: 'BCAVA' })
        .expect(400);
      expect((above.body as Refusal).message).toContain('up to Rp 99.999; this one is Rp 100.000');
      await limits(10_000, 10_000_000);
    });

    it.each([{ quantity: 1, payment_method: '' }, { quantity: 1 }])(
      '§5 requires a payment method: %p',
      async (body) => {
        const answer = await sut.order(sut.user(), body).expect(400);
        expect((answer.body as Refusal).message).toBe(
          'Please enter quantity and select payment method',
        );
      },
    );

    it('§6 asks a legacy user for an email address first', async () => {
      const answer = await sut
        .order(sut.user(''), { quantity: 1, payment_method: 'QRIS' })
        .expect(409);
      expect((answer.body as Refusal).message).toContain('add an email address');
    });

    it('stores a refused order as failed and charges nothing', async () => {
      sut.gateway.createMode = 'refuse';
      const userId = sut.user();
      const answer = await sut.order(userId, { quantity: 1, payment_method: 'QRIS' }).expect(503);
      expect(answer.body).toMatchObject({
        code: 'PAYMENT_GATEWAY_UNAVAILABLE',
        message: expect.stringContaining('You were not charged'),
      });
      expect((await sut.history(userId)).data).toMatchObject([
        { status: 'FAILED', reference: null },
      ]);
    });
  });

  it('fails when the gateway was never reached, and leaves no order open', async () => {
    const unreachable = `http://127.0.0.1:${await freePort()}/api`;
    const replica = await sut.startReplica({ TRIPAY_BASE_URL: unreachable });
    const userId = sut.user();
    const answer = await replica.http
      .post('/api/user/topup')
      .set(sut.app.as({ userId }))
      .send({ quantity: 1, payment_method: 'QRIS' })
      .expect(503);
    expect(answer.body).toMatchObject({
      code: 'PAYMENT_GATEWAY_UNAVAILABLE',
      message: expect.stringContaining('could not be reached. You were not charged'),
    });
    expect((await sut.history(userId)).data).toMatchObject([{ status: 'FAILED' }]);
  });

  it('creates no order while auth cannot identify the customer', async () => {
    const unreachable = `127.0.0.1:${await freePort()}`;
    const replica = await sut.startReplica({ AUTH_GRPC_URL: unreachable });
    const userId = sut.user();
    const before = sut.gateway.transactions.size;
    await replica.http
      .post('/api/user/topup')
      .set(sut.app.as({ userId }))
      .send({ quantity: 1, payment_method: 'QRIS' })
      .expect(503);
    expect((await sut.history(userId)).data).toEqual([]);
    expect(sut.gateway.transactions.size).toBe(before);
  });
});
