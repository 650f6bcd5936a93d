import { manualPayment } from './manual-payment.js';

const now = 1_795_287_600_000;
const pay = (amount: string, way?: string) =>
  manualPayment(new URLSearchParams({ amount, ...(way && { way }) }), '35000001', false, now);

describe(manualPayment, () => {
  it.each([
    [undefined, '3.130042'],
    ['exact', '3.130042'],
    ['less', '3.12004200'],
    ['more', '3.14004200'],
  ])('sends the transfer variant %p', (way, amount) => {
    expect(pay('3.130042', way)).toMatchObject({
      amount,
      currency: 'USDT',
      receiverId: '35000001',
      transactionTime: now,
    });
  });

  it('never sends a negative amount', () => {
    expect(pay('0.005', 'less').amount).toBe('0.00000001');
  });

  it('sends a transfer in another currency, to another account, or with a late time', () => {
    expect(pay('3', 'currency')).toMatchObject({ currency: 'USDC', amount: '3' });
    expect(pay('3', 'elsewhere').receiverId).not.toBe('35000001');
    expect(pay('3', 'late')).toMatchObject({ transactionTime: now + 7_200_000, shownAt: now });
  });

  it.each(['', 'much', '1,5', '1.000000001'])('rejects the amount %p', (amount) => {
    expect(() => pay(amount)).toThrow('"amount" must be a decimal number as text');
  });
});
