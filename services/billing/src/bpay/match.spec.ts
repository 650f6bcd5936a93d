import fc from 'fast-check';
import { formatMicro } from '../usdt.js';
import { mismatchOf, type Order, type Payment } from './match.js';

const RECEIVER_ID = '35000001';
const order: Order = {
  bpayMicro: 3_130_042n,
  createdAt: new Date('2026-11-21T10:00:00.000Z'),
  expiresAt: new Date('2026-11-21T11:00:00.000Z'),
};
const payment: Payment = {
  amount: '3.13004200',
  currency: 'USDT',
  receiverId: RECEIVER_ID,
  paidAt: new Date('2026-11-21T10:30:00.000Z'),
  ambiguous: false,
};
const verdict = (change: Partial<Payment>) =>
  mismatchOf(order, { ...payment, ...change }, RECEIVER_ID);

describe(mismatchOf, () => {
  it.each([
    [null, {}],
    [null, { amount: '3.130042' }],
    ['ambiguous', { ambiguous: true }],
    ['wrong_receiver', { receiverId: '35000002' }],
    ['receiver_unknown', { receiverId: '' }],
    ['wrong_currency', { currency: 'USDC' }],
    ['wrong_currency', { currency: 'usdt' }],
    ['underpaid', { amount: '3.13' }],
    ['underpaid', { amount: '3.13004199' }],
    ['overpaid', { amount: '3.13004201' }],
    ['overpaid', { amount: '313.0042' }],
    ['underpaid', { amount: '-3.130042' }],
    ['underpaid', { amount: 'NaN' }],
    [null, { paidAt: order.createdAt }],
    [null, { paidAt: order.expiresAt }],
    ['before_order', { paidAt: new Date('2026-11-21T09:59:59.999Z') }],
    ['late', { paidAt: new Date('2026-11-21T11:00:00.001Z') }],
  ] as const)('returns %p for %o', (expected, change) => expect(verdict(change)).toBe(expected));

  it('accepts exactly one amount per order, for all amounts', () => {
    const amount = fc.bigInt({ min: 1n, max: 10_000_000_000n });
    fc.assert(
      fc.property(amount, amount, (asked, paid) => {
        const paidTransfer = { ...payment, amount: formatMicro(paid) };
        const expected = paid === asked ? null : paid < asked ? 'underpaid' : 'overpaid';
        expect(mismatchOf({ ...order, bpayMicro: asked }, paidTransfer, RECEIVER_ID)).toBe(
          expected,
        );
      }),
    );
  });

  it('never accepts an order without an amount', () => {
    expect(mismatchOf({ ...order, bpayMicro: null }, payment, RECEIVER_ID)).toBe('overpaid');
  });
});
