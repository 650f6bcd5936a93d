import { productFixture } from '../fakes/product-fixture.js';

describe('top-up limits', () => {
  const fixture = productFixture();
  const { quote } = fixture;

  describe('minimum and maximum', () => {
    const limit = (min: number, max: number) =>
      fixture.sql.query('UPDATE topup_limits SET min_quantity = $1, max_quantity = $2', [min, max]);
    afterEach(() => limit(1, 1000));

    it('are read from data and contained in the quote', async () => {
      expect((await quote({ quantity: 1 }).expect(200)).body).toMatchObject({
        data: { min_quantity: 1, max_quantity: 1000 },
      });
      await limit(5, 2000);
      expect((await quote({ quantity: 2000 }).expect(200)).body).toMatchObject({
        data: { min_quantity: 5, max_quantity: 2000 },
      });
      await quote({ quantity: 5 }).expect(200);
    });

    it.each([
      [4, 'Quantity must be at least 5'],
      [51, 'Quantity can be at most 50'],
    ])('§5 reject a quote and an order of %i: %s', async (quantity, message) => {
      await limit(5, 50);
      const expected = {
        code: 'VALIDATION_FAILED',
        message,
        details: [{ path: 'quantity', message }],
      };
      expect((await quote({ quantity }).expect(400)).body).toMatchObject(expected);
      const userId = fixture.sut.user();
      const order = await fixture.sut.app.http
        .post('/api/user/topup')
        .set(fixture.sut.app.as({ userId }))
        .send({ quantity, payment_method: 'QRIS' })
        .expect(400);
      expect(order.body).toMatchObject(expected);
      expect(await fixture.sql.query('SELECT 1 FROM topup WHERE user_id = $1', [userId])).toEqual(
        [],
      );
    });
  });
});
