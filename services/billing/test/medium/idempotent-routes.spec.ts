import { newId } from '@casement/common/data/database/new-id.js';
import { describeOnceRoutes } from '@casement/common/testing/once-routes.js';
import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import { brokenInvariants } from '@casement/billing/books/invariants.js';
import { BpayDesk } from '../fakes/bpay-desk.js';

describe('billing routes with an Idempotency-Key', () => {
  let desk: BpayDesk;
  beforeAll(async () => {
    desk = await BpayDesk.start();
  });
  afterAll(() => desk.close());
  afterEach(async () => {
    expect(await brokenInvariants((text) => desk.sql(text))).toEqual({});
  });

  const admin = () => desk.billing.app.as({ userId: newId(), admin: true });
  const count = async (sql: string, parameter: string) => (await desk.sql(sql, [parameter])).length;
  const topups = (userId: string) => count('SELECT 1 FROM topup WHERE user_id = $1', userId);

  describeOnceRoutes(() => desk.billing.app, [billingRoutes], {
    createTopup: () => {
      const userId = desk.billing.user();
      return {
        send: () => desk.billing.order(userId, { quantity: 1, payment_method: 'QRIS' }),
        effects: () => topups(userId),
        holdsKeyItself: true,
      };
    },
    prepareBpay: () => {
      const userId = desk.billing.user();
      return {
        send: () => desk.post(userId, 'prepare', { quantity: 1 }),
        effects: () => topups(userId),
      };
    },
    updateQuota: () => {
      const userId = desk.billing.user();
      const headers = admin();
      return {
        send: () =>
          desk.billing.app.http
            .post(`/api/admin/users/${userId}/quota`)
            .set(headers)
            .send({ operation: 'add', amount: 5 }),
        effects: () => count('SELECT 1 FROM ledger_entry WHERE user_id = $1', userId),
      };
    },
    createProduct: () => {
      const name = `once-${newId()}`;
      const headers = admin();
      return {
        send: () =>
          desk.billing.app.http
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
