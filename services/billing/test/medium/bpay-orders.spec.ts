import { bpayOrder } from '@casement/proto/http/billing/bpay.js';
import type { PaymentMethod } from '@casement/proto/http/billing/payment-methods.js';
import type { TopupHistoryItem } from '@casement/proto/http/billing/topups.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { MAX_UNPAID_ORDERS } from '../../src/topups/bpay-orders.service.js';
import { BpayOrdersRepository } from '../../src/topups/bpay-orders.repository.js';
import { ReconcilerService } from '../../src/topups/reconciler.service.js';
import { BpayFixture } from '../fakes/bpay-fixture.js';
import { RECEIVER_ID } from '../fakes/fake-binance.js';

describe('Binance Pay orders', () => {
  let fixture: BpayFixture;
  beforeAll(async () => {
    fixture = await BpayFixture.start();
  });
  afterAll(() => fixture.close());

  const enabled = async (http = fixture.billing.app.http) => {
    const answer = await http
      .get('/api/user/payment-methods/enabled')
      .set(fixture.billing.app.as())
      .expect(200);
    return (answer.body as { data: PaymentMethod[] }).data;
  };
  const asAdmin = (method: 'post' | 'patch', path: string, body: object = {}) =>
    fixture.billing.app.http[method](`/api/admin/payment-methods${path}`)
      .set(fixture.billing.app.as({ admin: true }))
      .send(body)
      .expect(200);

  describe('POST /user/topup/bpay/prepare', () => {
    it('§3 returns the exact amount, the estimate, the receiver and the expiry', async () => {
      const answer = await fixture
        .post(fixture.billing.user(), 'prepare', { quantity: 2 })
        .expect(200);
      const order = bpayOrder.parse((answer.body as { data: unknown }).data);
      expect(order).toMatchObject({
        usd_estimated_amount: 6.25,
        receiver_id: RECEIVER_ID,
        quantity: 2,
        final_amount: 100_000,
      });
      expect(order.encoded_amount_usdt).toBeGreaterThan(6.25);
      expect(order.encoded_amount_usdt).toBeLessThan(6.26);
      expect(Math.abs(order.expired_time - (Date.now() / 1000 + 3600))).toBeLessThan(300);
      const text = order.instructions.join(' ');
      expect(text).toContain(`Send exactly ${order.encoded_amount_usdt.toFixed(6)} USDT`);
      expect(text).toContain(RECEIVER_ID);
    });

    it('§3 lists the order in the history with its exact amount and publishes it', async () => {
      const userId = fixture.billing.user();
      const order = await fixture.prepare(userId);
      const answer = await fixture.billing.app.http
        .get('/api/user/topup/history')
        .set(fixture.billing.app.as({ userId }))
        .expect(200);
      expect((answer.body as { data: TopupHistoryItem[] }).data).toMatchObject([
        {
          merchant_ref: order.merchant_ref,
          reference: order.merchant_ref,
          status: 'UNPAID',
          payment_method: 'BPAY',
          payment_name: 'Binance Pay',
          encoded_amount: order.encoded_amount_usdt,
          bpay_encoded_amount: order.encoded_amount_usdt,
          checkout_url: null,
          expired_time: order.expired_time,
        },
      ]);
      const created = await fixture.billing.events(
        'billing.topup.created.v1',
        (event) => event.userId === userId,
      );
      expect(created).toMatchObject([{ quantity: 1, finalAmount: 50_000, paymentMethod: 'BPAY' }]);
    });

    it('returns the open order of the same quantity again, also after a double click', async () => {
      const userId = fixture.billing.user();
      const orders = await Promise.all([1, 2, 3, 4].map(() => fixture.prepare(userId)));
      expect(new Set(orders.map((one) => one.merchant_ref)).size).toBe(1);
      expect((await fixture.prepare(userId)).encoded_amount_usdt).toBe(
        orders[0].encoded_amount_usdt,
      );
    });

    it('creates a new order when the open order leaves too little time to pay', async () => {
      const userId = fixture.billing.user();
      const first = await fixture.prepare(userId);
      await fixture.sql(
        `UPDATE topup SET expires_at = now() + interval '14 minutes' WHERE merchant_ref = $1`,
        [first.merchant_ref],
      );
      expect((await fixture.prepare(userId)).merchant_ref).not.toBe(first.merchant_ref);
    });

    it('rejects a fourth open order and changes nothing', async () => {
      const userId = fixture.billing.user();
      for (const quantity of [1, 2, 3]) await fixture.prepare(userId, quantity);
      const answer = await fixture.post(userId, 'prepare', { quantity: 4 }).expect(409);
      expect(answer.body).toMatchObject({ code: 'BPAY_TOO_MANY_OPEN' });
      const rows = await fixture.sql('SELECT 1 FROM topup WHERE user_id = $1', [userId]);
      expect(rows).toHaveLength(3);
    });

    describe('with too many unpaid orders', () => {
      const later = (userId: string) =>
        fixture.sql(
          `UPDATE topup SET expires_at = expires_at - interval '46 minutes',
             bpay_reserved_until = bpay_reserved_until - interval '46 minutes' WHERE user_id = $1`,
          [userId],
        );
      const ordered = async () => {
        const userId = fixture.billing.user();
        for (let n = 0; n < MAX_UNPAID_ORDERS; n += 1) {
          await fixture.prepare(userId);
          await later(userId);
        }
        return userId;
      };

      it('reserves no further amount until one is free, without affecting other customers', async () => {
        const userId = await ordered();
        const answer = await fixture.post(userId, 'prepare', { quantity: 1 }).expect(409);
        expect(answer.body).toMatchObject({
          code: 'BPAY_TOO_MANY_OPEN',
          message: expect.stringContaining('choose another payment method') as string,
        });
        const rows = await fixture.sql('SELECT 1 FROM topup WHERE user_id = $1', [userId]);
        expect(rows).toHaveLength(MAX_UNPAID_ORDERS);
        await fixture.prepare(fixture.billing.user());

        await fixture.sql(
          `UPDATE topup SET bpay_reserved_until = now() WHERE user_id = $1 AND user_no = 1`,
          [userId],
        );
        await fixture.prepare(userId);
      });

      it('returns the open order again', async () => {
        const userId = await ordered();
        await fixture.sql(
          `UPDATE topup SET expires_at = now() + interval '20 minutes' WHERE user_id = $1 AND user_no = 3`,
          [userId],
        );
        await fixture.prepare(userId);
      });

      it('does not count paid orders', async () => {
        const userId = fixture.billing.user();
        const paid = await fixture.prepare(userId);
        const txid = fixture.binance.pay(paid.encoded_amount_usdt.toFixed(6));
        await fixture.verify(userId, paid, txid).expect(200);
        for (let n = 0; n < MAX_UNPAID_ORDERS; n += 1) {
          await fixture.prepare(userId);
          await later(userId);
        }
        await fixture.post(userId, 'prepare', { quantity: 1 }).expect(409);
      });
    });

    it('never gives two open orders the same amount', async () => {
      const users = Array.from({ length: 25 }, () => fixture.billing.user());
      const orders = await Promise.all(users.map((userId) => fixture.prepare(userId, 5)));
      expect(new Set(orders.map((one) => one.encoded_amount_usdt)).size).toBe(25);
    });

    it('reserves the amount for 7 days, enforced by the database', async () => {
      const order = await fixture.prepare(fixture.billing.user(), 6);
      const { id, expires_at, bpay_reserved_until } = await fixture.topup(order);
      expect((bpay_reserved_until as Date).getTime() - (expires_at as Date).getTime()).toBe(
        7 * 86_400_000,
      );
      const copy = (createdAt: string) =>
        fixture.sql(
          `INSERT INTO topup SELECT (jsonb_populate_record(t, jsonb_build_object(
             'id', $2::text, 'merchant_ref', $2::text, 'reference', NULL, 'user_no', NULL, 'status', 'EXPIRED',
             'created_at', ${createdAt}, 'bpay_reserved_until', ${createdAt} + interval '7 days'))).*
           FROM topup t WHERE id = $1`,
          [id, newId()],
        );
      await expect(copy(`now() + interval '6 days'`)).rejects.toThrow(
        'topup_bpay_amount_is_unique',
      );
      await copy(`now() + interval '8 days'`);
    });

    it('uses the last free tail, then rejects orders when all are taken', async () => {
      const orders = fixture.billing.app.get(BpayOrdersRepository);
      const { manager } = fixture.billing.app.get(Database);
      const { bpay_micro } = await fixture.topup(await fixture.prepare(fixture.billing.user(), 7));
      const base = BigInt(bpay_micro as string) - 2n;
      expect([1n, 3n]).toContainEqual(await orders.findFreeTail(manager, base, 3));
      expect(await orders.findFreeTail(manager, base + 1n, 1)).toBeNull();

      jest.spyOn(orders, 'findFreeTail').mockResolvedValueOnce(null);
      const answer = await fixture
        .post(fixture.billing.user(), 'prepare', { quantity: 7 })
        .expect(503);
      expect(answer.body).toMatchObject({ code: 'BPAY_UNAVAILABLE' });
    });

    it.each([
      [{}, 'Quantity must be a number'],
      [{ quantity: 0 }, 'Quantity must be at least 1'],
      [{ quantity: 1.5 }, 'Quantity must be a whole number'],
    ])('§5 rejects %o', async (body, message) => {
      const answer = await fixture.post(fixture.billing.user(), 'prepare', body).expect(400);
      expect(answer.body).toMatchObject({ details: [{ path: 'quantity', message }] });
    });

    it('requires a session', async () => {
      await fixture.billing.app.http
        .post('/api/user/topup/bpay/prepare')
        .send({ quantity: 1 })
        .expect(401);
    });
  });

  it('expire through the expiry job without a request to a gateway', async () => {
    const userId = fixture.billing.user();
    const order = await fixture.prepare(userId);
    await fixture.sql(
      `UPDATE topup SET expires_at = now() - interval '1 second' WHERE merchant_ref = $1`,
      [order.merchant_ref],
    );
    const reconciler = fixture.billing.app.get(ReconcilerService);
    await reconciler.expire();
    expect(await fixture.topup(order)).toMatchObject({ status: 'EXPIRED', next_check_at: null });
    await fixture.billing.events('billing.topup.expired.v1', (event) => event.userId === userId);
    expect(await reconciler.reconcile()).toBe(0);
  });

  describe('BPAY payment method', () => {
    it('§3 is seeded with code, name, type and icon, and listed after the gateway’s methods', async () => {
      const methods = await enabled();
      expect(methods.at(-1)).toMatchObject({
        code: 'BPAY',
        name: 'Binance Pay',
        type: 'crypto',
        icon_url: expect.stringMatching(/^data:image\/svg\+xml;base64,/) as string,
        fee_flat: 0,
        fee_percent: 0,
        is_enabled: true,
      });
    });

    it('has a separate route: POST /user/topup orders nothing', async () => {
      const userId = fixture.billing.user();
      const answer = await fixture.billing.app.http
        .post('/api/user/topup')
        .set(fixture.billing.app.as({ userId }))
        .send({ quantity: 1, payment_method: 'BPAY' })
        .expect(400);
      expect(answer.body).toMatchObject({ code: 'PAYMENT_METHOD_UNAVAILABLE' });
      expect(await fixture.sql('SELECT 1 FROM topup WHERE user_id = $1', [userId])).toEqual([]);
    });

    it('is neither offered nor sold without BINANCE_*, while existing orders stay', async () => {
      const userId = fixture.billing.user();
      const order = await fixture.prepare(userId);
      const { http } = await fixture.billing.startReplica({});
      expect((await enabled(http)).map((one) => one.code)).not.toContain('BPAY');
      const refused = await fixture.post(userId, 'prepare', { quantity: 2 }, http).expect(400);
      expect(refused.body).toMatchObject({ code: 'PAYMENT_METHOD_UNAVAILABLE' });
      const answer = await fixture.verify(userId, order, '123', http).expect(503);
      expect(answer.body).toMatchObject({ code: 'BPAY_UNAVAILABLE' });
    });

    it('§6 keeps the administrator’s choice after a sync or a restart', async () => {
      await asAdmin('patch', '/BPAY', { is_enabled: false });
      await asAdmin('post', '/sync');
      const { http } = await fixture.billing.startReplica(fixture.binance.env);
      expect((await enabled(http)).map((one) => one.code)).not.toContain('BPAY');
      const answer = await fixture
        .post(fixture.billing.user(), 'prepare', { quantity: 1 })
        .expect(400);
      expect(answer.body).toMatchObject({ code: 'PAYMENT_METHOD_UNAVAILABLE' });
      await asAdmin('patch', '/BPAY', { is_enabled: true });
      expect((await enabled()).map((one) => one.code)).toContain('BPAY');
    });
  });
});
