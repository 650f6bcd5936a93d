import type { CreatedTopup, TopupQuote } from '@casement/proto/http/billing/topups.js';
import type { AdminVoucher, VoucherUse } from '@casement/proto/http/billing/vouchers.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { ReconcilerService } from '../../src/topups/reconciler.service.js';
import { BpayFixture } from '../fakes/bpay-fixture.js';

const DISCOUNT = { percentage: 20, quota: null, max_uses: null };
const FREE = { percentage: null, quota: 3, max_uses: 1 };

describe('vouchers', () => {
  let fixture: BpayFixture;
  beforeAll(async () => {
    fixture = await BpayFixture.start();
  });
  afterAll(() => fixture.close());
  afterEach(async () => {
    expect(await brokenInvariants((text) => fixture.sql(text))).toEqual({});
  });

  const adminHeaders = () => fixture.billing.app.as({ userId: newId(), admin: true });
  const asAdmin = (method: 'get' | 'post' | 'patch', path: string, body?: object) =>
    fixture.billing.app.http[method](`/api/admin/vouchers${path}`).set(adminHeaders()).send(body);
  const createAll = async (body: object): Promise<AdminVoucher[]> => {
    const answer = await asAdmin('post', '', body).expect(200);
    return (answer.body as { data: AdminVoucher[] }).data;
  };
  const create = async (body: object = {}) => (await createAll({ ...DISCOUNT, ...body }))[0];
  const verified = () => {
    const userId = fixture.billing.user();
    fixture.billing.peers.users.get(userId)!.isVerified = true;
    return userId;
  };
  const redeem = (userId: string, code: string) =>
    fixture.billing.app.http
      .post('/api/user/vouchers/redeem')
      .set(fixture.billing.app.as({ userId }))
      .send({ code });
  const quote = async (userId: string, body: object) => {
    const answer = await fixture.billing.app.http
      .post('/api/user/topup/calculate')
      .set(fixture.billing.app.as({ userId }))
      .send(body)
      .expect(200);
    return (answer.body as { data: TopupQuote }).data;
  };
  const order = (userId: string, voucher_code: string, quantity = 1) =>
    fixture.billing.order(userId, { quantity, payment_method: 'QRIS', voucher_code });
  const ordered = async (userId: string, code: string, quantity = 1) => {
    const answer = await order(userId, code, quantity).expect(200);
    return (answer.body as { data: CreatedTopup }).data;
  };
  const uses = async ({ id }: AdminVoucher) => {
    const answer = await asAdmin('get', `/${id}/uses`).expect(200);
    return (answer.body as { data: VoucherUse[] }).data;
  };
  const counted = async (code: string) => {
    const answer = await asAdmin('get', `?search=${code}`).expect(200);
    return (answer.body as { data: AdminVoucher[] }).data[0]?.uses;
  };
  const expire = async ({ reference }: { reference: string }) => {
    await fixture.sql('UPDATE topup SET expires_at = now() WHERE reference = $1', [reference]);
    await fixture.billing.app.get(ReconcilerService).expire();
  };

  describe('with a discount', () => {
    it('replace a smaller discount for the quantity, and leave a larger one', async () => {
      const { code } = await create({ percentage: 12.5 });
      const userId = fixture.billing.user();
      expect(await quote(userId, { quantity: 10, voucher_code: code })).toMatchObject({
        discount_percentage: 12.5,
        discount_amount: 62_500,
        final_amount: 437_500,
        voucher: { code, percentage: 12.5, quota: null, applied: true, refusal: null },
      });
      expect(await quote(userId, { quantity: 25, voucher_code: code })).toMatchObject({
        discount_percentage: 15,
        voucher: { applied: false, refusal: null },
      });
      await ordered(userId, code, 25);
      expect(await counted(code)).toBe(0);
    });

    it('price the order and appear in its history', async () => {
      const { code } = await create();
      const userId = fixture.billing.user();
      const topup = await ordered(userId, code.toLowerCase().replaceAll('-', ' '), 2);
      expect(topup.final_amount).toBe(80_000);
      const { data } = await fixture.billing.history(userId);
      expect(data[0]).toMatchObject({
        total_amount: 100_000,
        discount_percentage: 20,
        voucher_code: code,
      });
    });

    it('leave the price of a quote unchanged if they cannot be used, and give the reason', async () => {
      const userId = fixture.billing.user();
      const large = await create({ min_quantity: 3 });
      const past = await create({ valid_until: '2025-12-31' });
      const future = await create({ valid_from: '2999-01-01' });
      const off = await create();
      await asAdmin('patch', `/${off.id}`, { enabled: false }).expect(200);
      const free = (await createAll(FREE))[0];
      for (const [code, refusal] of [
        [large.code, 'VOUCHER_QUANTITY'],
        [past.code, 'VOUCHER_NOT_VALID'],
        [future.code, 'VOUCHER_NOT_VALID'],
        [off.code, 'VOUCHER_NOT_VALID'],
        ['NO-SUCH-CODE', 'VOUCHER_UNKNOWN'],
      ] as const) {
        expect(await quote(userId, { quantity: 1, voucher_code: code })).toMatchObject({
          final_amount: 50_000,
          voucher: { code, applied: false, refusal: { code: refusal } },
        });
        const answer = await order(userId, code);
        expect(answer.body).toMatchObject({ code: refusal });
      }
      expect(await quote(userId, { quantity: 1, voucher_code: free.code })).toMatchObject({
        voucher: { quota: 3, applied: false, refusal: null },
      });
      const answer = await order(userId, free.code).expect(409);
      expect(answer.body).toMatchObject({ code: 'VOUCHER_WRONG_KIND' });
      expect((await fixture.billing.history(userId)).data).toEqual([]);
    });

    it('give the last use to one of two users who order at the same time', async () => {
      const { code } = await create({ max_uses: 1 });
      const users = [fixture.billing.user(), fixture.billing.user()];
      const answers = await Promise.all(users.map((userId) => order(userId, code)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body).toMatchObject({ code: 'VOUCHER_NOT_VALID' });
    });

    it('return the open order of a repeated request instead of a second use', async () => {
      const { code } = await create();
      const userId = fixture.billing.user();
      const [first, second] = [await ordered(userId, code), await ordered(userId, code)];
      expect(second.reference).toBe(first.reference);
      const answer = await order(userId, code, 2).expect(409);
      expect(answer.body).toMatchObject({ code: 'VOUCHER_ALREADY_USED' });
    });

    it('become free when the order expires', async () => {
      const voucher = await create({ max_uses: 1 });
      await expire(await ordered(fixture.billing.user(), voucher.code));
      expect(await counted(voucher.code)).toBe(0);
      await ordered(fixture.billing.user(), voucher.code);
      expect((await uses(voucher)).map(({ topup }) => topup?.status)).toEqual([
        'UNPAID',
        'EXPIRED',
      ]);
    });

    it('become free when the provider refuses the order', async () => {
      const { code } = await create({ max_uses: 1 });
      fixture.billing.gateway.createMode = 'refuse';
      await order(fixture.billing.user(), code).expect(503);
      fixture.billing.gateway.createMode = 'ok';
      await ordered(fixture.billing.user(), code);
    });

    it('credit a payment after the expiry and count its use beyond the limit', async () => {
      const { code } = await create({ max_uses: 1 });
      const userId = fixture.billing.user();
      const late = await ordered(userId, code);
      await expire(late);
      await ordered(fixture.billing.user(), code);
      const paid = fixture.billing.gateway.callback(late.reference, 'PAID');
      await fixture.billing.deliver(paid).expect(200);
      expect(await fixture.billing.quota(userId)).toBe(1);
      expect(await counted(code)).toBe(2);
      const answer = await order(fixture.billing.user(), code).expect(409);
      expect(answer.body).toMatchObject({ code: 'VOUCHER_NOT_VALID' });
    });

    it('price a Binance Pay order, and resume it after they have ended', async () => {
      const voucher = await create();
      const userId = fixture.billing.user();
      const body = { quantity: 2, voucher_code: voucher.code };
      const prepared = await fixture.post(userId, 'prepare', body).expect(200);
      expect(prepared.body).toMatchObject({ data: { final_amount: 80_000 } });
      await asAdmin('patch', `/${voucher.id}`, { enabled: false }).expect(200);
      const resumed = await fixture.post(userId, 'prepare', body).expect(200);
      expect(resumed.body).toEqual(prepared.body);
    });
  });

  it('stay used when the payment is refunded', async () => {
    const voucher = await create({ max_uses: 1 });
    const userId = fixture.billing.user();
    const { reference } = await ordered(userId, voucher.code);
    const { gateway } = fixture.billing;
    for (const status of ['PAID', 'REFUND'])
      await fixture.billing.deliver(gateway.callback(reference, status)).expect(200);
    expect(await fixture.billing.quota(userId)).toBe(0);
    expect(await counted(voucher.code)).toBe(1);
    const again = await order(userId, voucher.code).expect(409);
    expect(again.body).toMatchObject({ code: 'VOUCHER_ALREADY_USED' });
    const other = await order(fixture.billing.user(), voucher.code).expect(409);
    expect(other.body).toMatchObject({ code: 'VOUCHER_NOT_VALID' });
  });

  it('never make a spent top-up refundable by their free quota', async () => {
    const userId = verified();
    const { reference } = await fixture.billing.paid(userId, 2);
    for (let n = 0; n < 2; n += 1)
      await fixture.billing.rpc.HoldQuota({ installId: newId(), userId });
    const [voucher] = await createAll(FREE);
    await redeem(userId, voucher.code).expect(200);
    const { id } = await fixture.billing.row(reference);
    const refund = await fixture.billing.app.http
      .post(`/api/admin/topups/${id as string}/refund`)
      .set(adminHeaders())
      .send({ part: 'unused', reason: 'Asked for it' });
    expect(refund.status).toBe(409);
    expect(await fixture.billing.quota(userId)).toBe(3);
  });

  describe('with free quota', () => {
    it('are redeemed without an order', async () => {
      const [voucher] = await createAll(FREE);
      const userId = verified();
      const answer = await redeem(userId, voucher.code).expect(200);
      expect(answer.body).toMatchObject({ data: { code: voucher.code, quota: 3, new_quota: 3 } });
      expect(await fixture.billing.ledger(userId)).toEqual(['credit:3']);
      const ledger = await fixture.billing.app.http
        .get('/api/user/quota/ledger')
        .set(fixture.billing.app.as({ userId }))
        .expect(200);
      expect(ledger.body).toMatchObject({
        data: [{ cause: 'voucher_redeemed', voucher_code: voucher.code, topup_id: null }],
      });
      expect(await uses(voucher)).toMatchObject([{ user_id: userId, topup: null }]);
    });

    it('need a verified email address', async () => {
      const [voucher] = await createAll(FREE);
      const answer = await redeem(fixture.billing.user(), voucher.code).expect(409);
      expect(answer.body).toMatchObject({ code: 'VOUCHER_EMAIL_UNVERIFIED' });
      await redeem(verified(), voucher.code).expect(200);
    });

    it('give the last use to one of many concurrent requests', async () => {
      const [voucher] = await createAll({ ...FREE, max_uses: 2, max_uses_per_user: 2 });
      const users = [verified(), verified()];
      const answers = await Promise.all(
        [...users, ...users].map((userId) => redeem(userId, voucher.code)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    });

    it('refuse a second use by the same user, and a code with a discount', async () => {
      const [voucher] = await createAll({ ...FREE, max_uses: 5 });
      const userId = verified();
      await redeem(userId, voucher.code).expect(200);
      const again = await redeem(userId, voucher.code).expect(409);
      expect(again.body).toMatchObject({ code: 'VOUCHER_ALREADY_USED' });
      const discount = await create();
      const answer = await redeem(userId, discount.code).expect(409);
      expect(answer.body).toMatchObject({ code: 'VOUCHER_WRONG_KIND' });
    });
  });

  it('limit unknown codes per user over all calls, but not known ones', async () => {
    const { code } = await create();
    const userId = verified();
    for (let n = 0; n < 5; n += 1) {
      await redeem(userId, `WRONG-${n}`).expect(404);
      await quote(userId, { quantity: 1, voucher_code: `WRONG-${n}` });
      await quote(userId, { quantity: 1, voucher_code: code });
    }
    await redeem(userId, 'WRONG-5').expect(429);
    expect(await quote(userId, { quantity: 1, voucher_code: code })).toMatchObject({
      final_amount: 50_000,
      voucher: { refusal: { code: 'RATE_LIMITED' } },
    });
  });

  describe('for administrators', () => {
    it('are generated in bulk with distinct, readable codes', async () => {
      const label = `Bulk ${newId()}`;
      const vouchers = await createAll({ ...DISCOUNT, count: 250, label, max_uses: 1 });
      expect(new Set(vouchers.map(({ code }) => code)).size).toBe(250);
      for (const { code } of vouchers) {
        expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}(-[2-9A-HJKMNP-TV-Z]{4}){2}$/);
      }
      const answer = await asAdmin('get', `?search=${label.toLowerCase()}&pageSize=100&after=`);
      const { data, meta } = answer.body as { data: AdminVoucher[]; meta: { total: number } };
      expect([data.length, meta.total]).toEqual([100, 250]);
    });

    it('take an own code once, whatever its hyphens', async () => {
      const code = `SALE-${newId().slice(-12).toUpperCase()}`;
      expect(await create({ code })).toMatchObject({ code, max_uses_per_user: 1, uses: 0 });
      const taken = { ...DISCOUNT, code: code.replace('SALE-', 'SALE') };
      const answer = await asAdmin('post', '', taken).expect(409);
      expect(answer.body).toMatchObject({ code: 'CONFLICT', details: [{ path: 'code' }] });
    });

    it.each([
      [{ percentage: 90.01 }, 'percentage'],
      [{ percentage: null }, 'quota'],
      [{ quota: 5, max_uses: 1 }, 'quota'],
      [{ ...FREE, max_uses: null }, 'max_uses'],
      [{ code: 'OI' }, 'code'],
      [{ code: 'TWICE-1', count: 2 }, 'code'],
      [{ count: 1_001 }, 'count'],
      [{ valid_from: '2026-12-02', valid_until: '2026-12-01' }, 'valid_until'],
    ])('reject %j', async (body, path) => {
      const answer = await asAdmin('post', '', { ...DISCOUNT, ...body }).expect(400);
      expect(answer.body).toMatchObject({ details: [{ path }] });
    });

    it('are audited', async () => {
      const { id } = await create();
      await asAdmin('patch', `/${id}`, { enabled: false }).expect(200);
      const entries = await fixture.billing.events(
        'security.audit.recorded.v1',
        ({ action, target }) => action === 'voucher.updated' && target === `voucher:${id}`,
      );
      expect(entries).toMatchObject([{ before: '{"enabled":true}', after: '{"enabled":false}' }]);
      await asAdmin('patch', `/${newId()}`, { enabled: false }).expect(404);
    });
  });
});
