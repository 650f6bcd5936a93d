import { newId } from '@casement/common/data/database/new-id.js';
import { describeIdempotentRoutes } from '@casement/common/testing/idempotent-routes.js';
import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import { voucherRoutes } from '@casement/proto/http/billing/vouchers.routes.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { BpayFixture } from '../fakes/bpay-fixture.js';

describe('billing routes with an Idempotency-Key', () => {
  let fixture: BpayFixture;
  beforeAll(async () => {
    fixture = await BpayFixture.start();
  });
  afterAll(() => fixture.close());
  afterEach(async () => {
    expect(await brokenInvariants((text) => fixture.sql(text))).toEqual({});
  });

  const admin = () => fixture.billing.app.as({ userId: newId(), admin: true });
  const count = async (sql: string, parameter: string) =>
    (await fixture.sql(sql, [parameter])).length;
  const topups = (userId: string) => count('SELECT 1 FROM topup WHERE user_id = $1', userId);

  describeIdempotentRoutes(() => fixture.billing.app, [billingRoutes, voucherRoutes], {
    createTopup: () => {
      const userId = fixture.billing.user();
      return {
        send: () => fixture.billing.order(userId, { quantity: 1, payment_method: 'QRIS' }),
        effects: () => topups(userId),
        holdsKeyItself: true,
      };
    },
    prepareBpay: () => {
      const userId = fixture.billing.user();
      return {
        send: () => fixture.post(userId, 'prepare', { quantity: 1 }),
        effects: () => topups(userId),
      };
    },
    updateQuota: () => {
      const userId = fixture.billing.user();
      const headers = admin();
      return {
        send: () =>
          fixture.billing.app.http
            .post(`/api/admin/users/${userId}/quota`)
            .set(headers)
            .send({ operation: 'add', amount: 5 }),
        effects: () => count('SELECT 1 FROM ledger_entry WHERE user_id = $1', userId),
      };
    },
    redeemVoucher: async () => {
      const userId = fixture.billing.user();
      fixture.billing.peers.users.get(userId)!.isVerified = true;
      const code = `ONCE-${newId().toUpperCase()}`.slice(0, 30);
      await fixture.sql(
        `INSERT INTO voucher (id, code, label, quota, max_uses, max_uses_per_user, min_quantity, created_by)
         VALUES ($1, $2, '', 2, 5, 5, 1, $1)`,
        [newId(), code],
      );
      return {
        send: () =>
          fixture.billing.app.http
            .post('/api/user/vouchers/redeem')
            .set(fixture.billing.app.as({ userId }))
            .send({ code }),
        effects: () => count('SELECT 1 FROM ledger_entry WHERE user_id = $1', userId),
      };
    },
    createVouchers: () => {
      const label = newId();
      const headers = admin();
      const vouchers = { label, count: 3, percentage: 10, quota: null, max_uses: null };
      return {
        send: () =>
          fixture.billing.app.http.post('/api/admin/vouchers').set(headers).send(vouchers),
        effects: async () => (await count('SELECT 1 FROM voucher WHERE label = $1', label)) / 3,
      };
    },
    createProduct: () => {
      const name = `once-${newId()}`;
      const headers = admin();
      return {
        send: () =>
          fixture.billing.app.http
            .post('/api/admin/products')
            .set(headers)
            .field('name', name)
            .field('description', 'One install')
            .field('price', '50000'),
        effects: () => count('SELECT 1 FROM product WHERE name = $1', name),
      };
    },
  });
});
