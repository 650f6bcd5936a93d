import type { TopupReviewItem } from '@casement/proto/http/billing/admin-topups.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { ReconcilerService } from '../../src/topups/reconciler.service.js';
import { BillingApp } from '../fakes/billing-app.js';

describe('payment reviews', () => {
  let sut: BillingApp;
  beforeAll(async () => {
    sut = await BillingApp.start();
  });
  afterAll(() => sut.close());
  beforeEach(() => sut.app.database.query('UPDATE topup SET review = NULL, review_since = NULL'));
  afterEach(async () => {
    expect(await brokenInvariants((text) => sut.app.database.query(text))).toEqual({});
  });

  const adminId = newId();
  const admin = () => sut.app.as({ userId: adminId, admin: true });
  const list = async (query = '') => {
    const answer = await sut.app.http
      .get(`/api/admin/topups/review${query}`)
      .set(admin())
      .expect(200);
    return answer.body as { data: TopupReviewItem[]; meta: { total: number } };
  };
  const resolve = (id: string, body: object = { note: 'refunded at the provider' }) =>
    sut.app.http.post(`/api/admin/topups/${id}/review/resolve`).set(admin()).send(body);
  const flagged = async () => {
    const userId = sut.user();
    const topup = await sut.topUp(userId, 2);
    const wrong = sut.gateway.callback(topup.reference, 'PAID', { total_amount: 1 });
    await sut.deliver(wrong).expect(200);
    return { userId, ...topup };
  };

  describe('GET /admin/topups/review', () => {
    it('lists payments with a reason, longest waiting first', async () => {
      const first = await flagged();
      const second = await flagged();
      await sut.paid(sut.user(), 1);
      const { data, meta } = await list();
      expect(meta.total).toBe(2);
      expect(data.map(({ reference }) => reference)).toEqual([first.reference, second.reference]);
      expect(data[0]).toEqual({
        id: expect.any(String),
        user_id: first.userId,
        username: sut.peers.users.get(first.userId)?.username,
        merchant_ref: first.merchant_ref,
        reference: first.reference,
        status: 'UNPAID',
        quantity: 2,
        final_amount: 100_000,
        payment_method: 'QRIS',
        review: 'amount_mismatch',
        reason: expect.stringContaining('nothing was credited'),
        refund_short: 0,
        created_at: expect.stringMatching(/Z$/),
        flagged_at: expect.stringMatching(/Z$/),
      });
    });

    it('shows no name for a deleted user', async () => {
      const { userId } = await flagged();
      await sut.deleteUser(userId);
      expect((await list()).data).toMatchObject([{ user_id: userId, username: null }]);
    });

    it('returns pages', async () => {
      const [, second] = [await flagged(), await flagged()];
      const { data, meta } = await list('?page=2&pageSize=1');
      expect(meta).toEqual({ page: 2, pageSize: 1, total: 2 });
      expect(data).toMatchObject([{ reference: second.reference }]);
    });

    it('shows every reason of a payment and the time of the first reason', async () => {
      const userId = sut.user();
      const { reference } = await sut.paid(userId, 1);
      const second = sut.gateway.callback(reference, 'PAID', { reference: `T${newId()}` });
      await sut.deliver(second).expect(200);
      const [{ flagged_at }] = (await list()).data;
      await sut.rpc.HoldQuota({ installId: newId(), userId });
      await sut.deliver(sut.gateway.callback(reference, 'REFUND')).expect(200);
      const { data } = await list();
      expect(data).toMatchObject([{ review: 'paid_twice,refund_short', flagged_at }]);
      expect(data[0].reason).toContain('Refund the second payment with the provider');
      expect(data[0].reason).toContain('the rest is still owed');
      await resolve(data[0].id).expect(200);
      expect((await list()).data).toEqual([]);
    });

    it('keeps the waiting time when the same reason is reported again', async () => {
      const { reference } = await flagged();
      const [{ flagged_at }] = (await list()).data;
      const again = sut.gateway.callback(reference, 'PAID', { total_amount: 2 });
      await sut.deliver(again).expect(200);
      expect((await list()).data).toMatchObject([{ flagged_at }]);
    });
  });

  describe('POST /admin/topups/{id}/review/resolve', () => {
    it('removes the payment from the list, stops checks, and records the action', async () => {
      const { reference } = await flagged();
      const [{ id }] = (await list()).data;
      await resolve(id).expect(200);
      expect((await list()).data).toEqual([]);
      expect(await sut.row(reference)).toMatchObject({ review: null, next_check_at: null });
      const audits = await sut.events(
        'security.audit.recorded.v1',
        (event) => event.target === `topup:${id}`,
      );
      expect(audits).toMatchObject([
        {
          actorId: adminId,
          action: 'topup.review_resolved',
          before: '{"review":"amount_mismatch"}',
          after: '{"note":"refunded at the provider"}',
        },
      ]);
    });

    it('makes no gateway request for a settled order that expires afterwards', async () => {
      const { reference } = await flagged();
      const [{ id }] = (await list()).data;
      await resolve(id).expect(200);
      const over = `UPDATE topup SET expires_at = now() WHERE id = $1`;
      await sut.app.database.query(over, [id]);
      await sut.app.get(ReconcilerService).expire();
      const settled = { status: 'EXPIRED', review: null, next_check_at: null };
      expect(await sut.row(reference)).toMatchObject(settled);
    });

    it('keeps checking the order when another transaction was reported', async () => {
      const { reference } = await sut.topUp(sut.user(), 1);
      const other = { reference: `T${newId()}` };
      await sut.deliver(sut.gateway.callback(reference, 'EXPIRED', other)).expect(200);
      const [{ id, review }] = (await list()).data;
      expect(review).toBe('reference_mismatch');
      await resolve(id).expect(200);
      expect(await sut.row(reference)).toMatchObject({
        review: null,
        next_check_at: expect.any(Date),
      });
    });

    it('lists the payment again after a new report', async () => {
      const { reference } = await flagged();
      const [{ id }] = (await list()).data;
      await resolve(id).expect(200);
      const other = sut.gateway.callback(reference, 'PAID', { total_amount: 2 });
      await sut.deliver(other).expect(200);
      expect((await list()).data).toMatchObject([{ id }]);
    });

    it('rejects a payment that is not waiting, and a second resolve', async () => {
      await flagged();
      const [{ id }] = (await list()).data;
      const answers = await Promise.all([resolve(id), resolve(id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      await resolve(newId()).expect(404);
    });

    it.each(['review/resolve', 'credit'])(
      '%s refuses a decision that was made before a reason was added',
      async (path) => {
        const { reference } = await flagged();
        const [{ id, review }] = (await list()).data;
        const other = { reference: `T${newId()}` };
        await sut.deliver(sut.gateway.callback(reference, 'EXPIRED', other)).expect(200);
        const decide = (seen: string) =>
          sut.app.http
            .post(`/api/admin/topups/${id}/${path}`)
            .set(admin())
            .send({ note: 'Compared', review: seen });
        const { body } = await decide(review).expect(409);
        expect(body).toMatchObject({
          code: 'REVIEW_CHANGED',
          details: [
            { path: 'review', message: expect.stringContaining('under a different reference') },
          ],
        });
        const [now] = (await list()).data;
        expect(now?.review).toBe('amount_mismatch,reference_mismatch');
        await decide(now.review).expect(200);
        expect((await list()).data).toEqual([]);
      },
    );

    it('ends the review when a reason that was seen no longer applies', async () => {
      await flagged();
      const [{ id, review }] = (await list()).data;
      await resolve(id, { note: 'Compared', review: `disputed,${review}` }).expect(200);
      expect((await list()).data).toEqual([]);
    });

    it.each([
      [{}, 'Please enter a resolution note'],
      [{ note: '  ' }, 'Please enter a resolution note'],
      [{ note: 'x'.repeat(501) }, 'Note can be at most 500 characters'],
    ])('rejects %p', async (body, message) => {
      await flagged();
      const [{ id }] = (await list()).data;
      const answer = await resolve(id, body).expect(400);
      expect(answer.body).toMatchObject({ code: 'VALIDATION_FAILED', message });
      expect((await list()).meta.total).toBe(1);
    });
  });

  it('§6 allow administrators only', async () => {
    const user = sut.app.as({ userId: newId() });
    await sut.app.http.get('/api/admin/topups/review').set(user).expect(403);
    await sut.app.http.post(`/api/admin/topups/${newId()}/review/resolve`).set(user).expect(403);
  });
});
