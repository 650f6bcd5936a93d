import { chooseLanguage } from '@/messages/load-language.js';
import { makeReview } from '@/testing/factories/admin-factories.js';
import { reviewReason } from './review-reason.js';

const reason = 'Paid twice. Refunded too late.';

describe(reviewReason.name, () => {
  afterAll(() => chooseLanguage('en'));

  it('combines the sentences of several review codes', async () => {
    const review = makeReview({ review: 'paid_twice,refund_short', reason });
    expect(reviewReason(review)).toBe(reason);
    await chooseLanguage('id');
    expect(reviewReason(review)).toMatch(/^Pesanan dibayar dua kali .* Dana dikembalikan setelah/);
  });

  it('keeps the server’s review reason if a code is unknown', async () => {
    await chooseLanguage('id');
    expect(reviewReason(makeReview({ review: 'paid_twice,new', reason }))).toBe(reason);
  });
});
