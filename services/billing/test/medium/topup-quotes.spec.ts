import { newId } from '@casement/common/data/database/new-id.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { BillingApp } from '../fakes/billing-app.js';

describe('top-up price', () => {
  let sut: BillingApp;
  let sql: BillingApp['app']['database'];
  beforeAll(async () => {
    sut = await BillingApp.start();
    sql = sut.app.database;
  });
  afterAll(() => sut.close());
  afterEach(async () => {
    expect(await brokenInvariants((text) => sql.query(text))).toEqual({});
  });

  const calculate = (userId: string, body: object) =>
    sut.app.http.post('/api/user/topup/calculate').set(sut.app.as({ userId })).send(body);

  describe('POST /user/topup/calculate', () => {
    it.each([
      [1, 0, 0, 50_000, 3.13],
      [4, 0, 0, 200_000, 12.5],
      [5, 5, 12_500, 237_500, 14.84],
      [10, 10, 50_000, 450_000, 28.13],
      [25, 15, 187_500, 1_062_500, 66.41],
    ])('§3 quotes %i pieces with %i %% off', async (quantity, percentage, discount, final, usd) => {
      const answer = await calculate(sut.user(), { quantity }).expect(200);
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

    it('applies discount tiers changed in the database to the next quote', async () => {
      const tier = (basisPoints: number) =>
        sql.query('UPDATE discount_tier SET basis_points = $1 WHERE min_quantity = 5', [
          basisPoints,
        ]);
      await tier(750);
      const answer = await calculate(sut.user(), { quantity: 5 }).expect(200);
      await tier(500);
      expect(answer.body).toMatchObject({
        data: {
          discount_percentage: 7.5,
          discount_amount: 18_750,
          final_amount: 231_250,
          discount_tiers: [
            { min_quantity: 5, percentage: 7.5 },
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
    ])('§5 rejects a quantity of %p', async (quantity, message) => {
      const answer = await calculate(sut.user(), { quantity }).expect(400);
      expect(answer.body).toMatchObject({
        code: 'VALIDATION_FAILED',
        message,
        details: [{ path: 'quantity', message }],
      });
    });

    it('prices the requested product, or the oldest product by default', async () => {
      const id = newId();
      await sql.query(`INSERT INTO product (id, name, price_sen) VALUES ($1, 'Other', 123450)`, [
        id,
      ]);
      const asked = await calculate(sut.user(), { quantity: 1, product_id: id }).expect(200);
      expect(asked.body).toMatchObject({
        data: { unit_price: 1234.5, total_amount: 1235, product: { id, name: 'Other' } },
      });
      const oldest = await calculate(sut.user(), { quantity: 1 }).expect(200);
      expect(oldest.body).toMatchObject({ data: { unit_price: 50_000 } });
      await calculate(sut.user(), { quantity: 1, product_id: newId() }).expect(404);
      await sql.query('DELETE FROM product WHERE id = $1', [id]);
    });

    it('publishes the price of one install and with the largest discount to the web server', async () => {
      const price = async () => {
        const { body } = await sut.app.http.get('/internal/price').expect(200);
        return (body as { data: unknown }).data;
      };
      expect(await price()).toEqual({
        price: { amount: 50_000, bulk: { quantity: 25, amount: 42_500 } },
      });
      await sql.query('UPDATE topup_limits SET max_quantity = 9');
      expect(await price()).toMatchObject({ price: { bulk: { quantity: 5, amount: 47_500 } } });
      await sql.query('UPDATE topup_limits SET max_quantity = 1000');
      await sql.query('UPDATE product SET deleted_at = now()');
      expect(await price()).toEqual({ price: null });
      await sql.query('UPDATE product SET deleted_at = NULL');
    });

    it('requires a session', async () => {
      await sut.app.http.post('/api/user/topup/calculate').send({ quantity: 1 }).expect(401);
    });
  });
});
