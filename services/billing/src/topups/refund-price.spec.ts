import fc from 'fast-check';
import { quoteFor } from '../products/quote.js';
import { chargeShare, fullRefund, partRefund, usdtShare } from './refund-price.js';

const TIERS = [
  { minQuantity: 5, basisPoints: 500 },
  { minQuantity: 10, basisPoints: 1_000 },
];
const RATE = 16_000_000_000n;
const discountFor = (quantity: number) => quoteFor(quantity, 100, TIERS, RATE).discountBasisPoints;
const order = (quantity: number, unitPriceSen = 5_000_000) => ({
  ...quoteFor(quantity, unitPriceSen, TIERS, RATE),
  payableAmount: null as number | null,
  bpayMicro: null as bigint | null,
});

describe(partRefund, () => {
  it('returns the price minus the kept quota at its own discount', () => {
    expect(partRefund(order(10), 4, discountFor)).toEqual({ quantity: 4, amount: 165_000 });
    expect(partRefund(order(2), 1, discountFor)).toEqual({ quantity: 1, amount: 50_000 });
  });

  it('never prices the kept quota below the order', () => {
    const bought = { ...order(10), discountBasisPoints: 0, finalAmount: 500_000 };
    expect(partRefund(bought, 4, discountFor)).toEqual({ quantity: 4, amount: 200_000 });
  });

  it.each([
    ['all is unused', 10],
    ['nothing is unused', 0],
  ])('returns null if %s', (_, unused) => {
    expect(partRefund(order(10), unused, discountFor)).toBeNull();
  });

  it('returns null if the kept quota costs as much as the order', () => {
    const bought = { ...order(10), finalAmount: 450_000 };
    expect(partRefund(bought, 1, () => 0)).toBeNull();
  });

  it('returns at most the price of its share', () => {
    const orders = fc.record({
      quantity: fc.integer({ min: 2, max: 50 }),
      priceSen: fc.integer({ min: 100, max: 10_000_000 }),
      unused: fc.integer({ min: 1, max: 49 }),
    });
    fc.assert(
      fc.property(orders, ({ quantity, priceSen, unused }) => {
        const bought = order(quantity, priceSen);
        const plan = partRefund(bought, unused, discountFor);
        if (!plan) return;
        expect(plan.amount).toBeLessThan(bought.finalAmount);
        // Both prices are rounded to a rupiah.
        expect(plan.amount).toBeLessThanOrEqual(
          Math.ceil((bought.finalAmount * unused) / quantity) + 2,
        );
      }),
    );
  });
});

describe(fullRefund, () => {
  it('includes the fee', () => {
    expect(fullRefund({ ...order(1), payableAmount: 51_450 })).toEqual({
      quantity: 1,
      amount: 51_450,
    });
  });
});

describe(chargeShare, () => {
  it('is counted in the currency of the charge, rounded down', () => {
    const bought = { ...order(2), payableAmount: 103_900, chargeMinor: null as number | null };
    expect(chargeShare(bought, 50_000)).toBe(50_000);
    // 654 cents × 50,000 ÷ 103,900 = 314.7…
    expect(chargeShare({ ...bought, chargeMinor: 654 }, 50_000)).toBe(314);
    expect(chargeShare({ ...bought, chargeMinor: 654 }, 103_900)).toBe(654);
  });
});

describe(usdtShare, () => {
  it('is rounded down to a micro-unit', () => {
    expect(usdtShare({ ...order(3), bpayMicro: 10_000_000n }, 50_000)).toBe(3_333_333n);
    expect(usdtShare(order(3), 50_000)).toBeNull();
  });
});
