import { ApiKeyDirectory } from '@casement/common/platform/api-keys/api-key-directory.js';
import { TestApiKeys } from '@casement/common/testing/test-api-keys.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { BillingApp } from '../fakes/billing-app.js';

describe('top-up history', () => {
  const keys = new TestApiKeys();
  let sut: BillingApp;
  let sql: BillingApp['app']['database'];
  beforeAll(async () => {
    sut = await BillingApp.start({ override: [[ApiKeyDirectory, keys]] });
    sql = sut.app.database;
  });
  afterAll(() => sut.close());
  afterEach(async () => {
    expect(await brokenInvariants((text) => sql.query(text))).toEqual({});
  });

  describe('GET /user/topup/{reference}', () => {
    const ask = (userId: string, reference: string) =>
      sut.app.http.get(`/api/user/topup/${reference}`).set(sut.app.as({ userId }));

    it("finds the caller's top-up by the provider's reference and by ours", async () => {
      const userId = sut.user();
      const { reference } = await sut.paid(userId, 5);
      const [item] = (await sut.history(userId)).data;
      const own = { ...item, instructions: [{ title: 'ATM', steps: ['Pilih Pembayaran'] }] };
      expect((await ask(userId, reference).expect(200)).body.data).toEqual(own);
      expect((await ask(userId, item.merchant_ref).expect(200)).body.data).toEqual(own);
    });

    it("does not find another user's top-up", async () => {
      const { reference } = await sut.paid(sut.user(), 1);
      const { body } = await ask(sut.user(), reference).expect(404);
      expect(body).toMatchObject({
        code: 'NOT_FOUND',
        message: expect.stringMatching(/not found in your account/),
      });
      await ask(sut.user(), 'nonsense%00').expect(400);
    });
  });

  describe('with an API key', () => {
    it("reads the owner's top-ups but not another user's", async () => {
      const [ann, bob] = [sut.user(), sut.user()];
      const { reference } = await sut.paid(ann, 2);
      const by = (userId: string) =>
        sut.app.http
          .get(`/api/user/topup/${reference}`)
          .set('authorization', `Bearer ${keys.add(['topups:read'], { userId }).key}`);
      expect((await by(ann).expect(200)).body.data).toMatchObject({ reference, quantity: 2 });
      await by(bob).expect(404);
    });
  });

  describe('GET /user/topup/history', () => {
    it('§2 pages by 15, newest first', async () => {
      const userId = sut.user();
      for (let quantity = 1; quantity <= 17; quantity += 1) await sut.paid(userId, quantity);
      const first = await sut.history(userId);
      expect(first.meta).toEqual({ page: 1, pageSize: 15, total: 17 });
      expect(first.data.map((item) => item.quantity)).toEqual([
        17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
      ]);
      const second = await sut.history(userId, '?page=2');
      expect(second.data.map((item) => item.quantity)).toEqual([2, 1]);
    });

    it('§3 contains every field of the specification', async () => {
      const userId = sut.user();
      sut.gateway.feeCustomer = 1_663;
      const { reference } = await sut.paid(userId, 5);
      sut.gateway.feeCustomer = 0;
      const [item] = (await sut.history(userId)).data;
      expect(item).toEqual({
        id: expect.any(String),
        reference,
        merchant_ref: expect.any(String),
        status: 'PAID',
        quantity: 5,
        final_amount: 237_500,
        total_amount: 250_000,
        fee_amount: 1_663,
        payable_amount: 239_163,
        discount_amount: 12_500,
        discount_percentage: 5,
        voucher_code: null,
        payment_method: 'QRIS',
        payment_name: 'QRIS at the gateway',
        checkout_url: `https://gateway.example/checkout/${reference}`,
        payment_url: `https://gateway.example/checkout/${reference}`,
        qr_url: `https://gateway.example/qr/${reference}`,
        qr_string: `00020101021226${reference}`,
        pay_code: '57585748548596',
        encoded_amount: null,
        bpay_encoded_amount: null,
        expired_time: expect.any(Number),
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        paid_at: '2026-11-21T10:00:00.000Z',
        refunded_at: null,
        refunded_quantity: null,
        refund_pending: false,
        receipt_number: null,
        credit_note_number: null,
      });
    });

    it('is empty past the end, up to the highest allowed page number', async () => {
      const userId = sut.user();
      await sut.topUp(userId, 1);
      for (const page of [2, 10_000_000]) {
        const pastEnd = await sut.history(userId, `?page=${page}&pageSize=15`);
        expect(pastEnd).toMatchObject({ data: [], meta: { total: 1 } });
      }
    });

    it.each([10_000_001, 2 ** 31, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER])(
      'rejects page %d',
      async (page) => {
        await sut.app.http
          .get(`/api/user/topup/history?page=${page}&pageSize=15`)
          .set(sut.app.as())
          .expect(400);
      },
    );

    it.each(['', '&status=PAID'])('pages by cursor and lists each order once%s', async (filter) => {
      const userId = sut.user();
      for (let quantity = 1; quantity <= 5; quantity += 1) await sut.paid(userId, quantity);
      const seen: number[] = [];
      let after: string | undefined = '';
      while (after !== undefined) {
        const page = await sut.history(userId, `?pageSize=2&after=${after}${filter}`);
        seen.push(...page.data.map(({ quantity }) => quantity));
        after = page.meta['next'] as string | undefined;
        // A new order does not shift the pages.
        if (seen.length === 2) await sut.paid(userId, 6);
      }
      expect(seen).toEqual([5, 4, 3, 2, 1]);
    });

    it('filters by status', async () => {
      const userId = sut.user();
      await sut.paid(userId, 1);
      await sut.topUp(userId, 2);
      const quantities = async (query: string) =>
        (await sut.history(userId, query)).data.map(({ quantity }) => quantity);
      expect(await quantities('?status=PAID')).toEqual([1]);
      expect(await quantities('?status=UNPAID')).toEqual([2]);
      expect(await quantities('?status=all')).toEqual([2, 1]);
      const wrong = sut.app.http.get('/api/user/topup/history?status=paid').set(sut.app.as());
      expect((await wrong.expect(400)).body).toMatchObject({ details: [{ path: 'status' }] });
    });

    it('shows nothing of another user', async () => {
      await sut.topUp(sut.user(), 1);
      const other = await sut.history(sut.user());
      expect(other).toMatchObject({ data: [], meta: { total: 0 } });
    });
  });
});
