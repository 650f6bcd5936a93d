import fc from 'fast-check';
import { paymentFee, paymentTotal } from './payment-fee.js';

const method = (
  fee_flat: number,
  fee_percent: number,
  minimum_fee: number | null = null,
  maximum_fee: number | null = null,
) => ({ fee_flat, fee_percent, minimum_fee, maximum_fee });

describe(paymentFee, () => {
  it.each([
    [method(0, 0), 100_000, 0],
    [method(4_250, 0), 100_000, 4_250],
    [method(750, 0.7), 100_000, 1_450],
    [method(0, 100), 12_345, 12_345],
  ])('adds the flat fee and the percentage (%j of %i is %i)', (feeConfig, amount, fee) => {
    expect(paymentFee(feeConfig, amount)).toBe(fee);
  });

  it.each([
    [1, 1],
    [142, 1],
    [143, 2],
    [1_000, 7],
    [1_001, 8],
  ])('rounds up to the next rupiah: 0.7 %% of %i is %i', (amount, fee) => {
    expect(paymentFee(method(0, 0.7), amount)).toBe(fee);
  });

  it.each([
    [0.07, 100_000, 70],
    [0.29, 100_000, 290],
    [0.57, 1_000_000, 5_700],
    [1.1, 1_000, 11],
  ])('is exact where floats are not: %d %% of %i is %i', (percent, amount, fee) => {
    expect(paymentFee(method(0, percent), amount)).toBe(fee);
  });

  it.each([
    [10_000, 1_000],
    [99_999, 1_000],
    [100_000, 1_000],
    [100_001, 1_001],
    [499_999, 5_000],
    [500_000, 5_000],
    [500_001, 5_000],
  ])('applies the minimum and maximum fee: 1 %% of %i is %i', (amount, fee) => {
    expect(paymentFee(method(0, 1, 1_000, 5_000), amount)).toBe(fee);
  });

  it('applies no minimum or maximum if the method has none', () => {
    expect(paymentFee(method(0, 1, null, null), 10)).toBe(1);
    expect(paymentFee(method(0, 1, null, 0), 10_000)).toBe(0);
    expect(paymentFee(method(10, 1, 500, null), 100)).toBe(500);
  });

  it('is never below the exact fee and exceeds it by less than one rupiah', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 100_000 }),
        (amount, ppm, flat) => {
          const fee = paymentFee(method(flat, ppm / 10_000), amount);
          const over = BigInt(fee - flat) * 1_000_000n - BigInt(amount) * BigInt(ppm);
          expect(over >= 0n && over < 1_000_000n).toBe(true);
        },
      ),
    );
  });
});

describe(paymentTotal, () => {
  it.each([
    [method(750, 0.7), 225_000, 227_325],
    [method(5_500, 0), 50_000, 55_500],
    [method(0, 3, 1_000, 5_000), 1_000_000, 1_005_000],
    [method(0, 0), 50_000, 50_000],
  ])('adds amount and fee (%j of %i is %i)', (feeConfig, amount, total) => {
    expect(paymentTotal(feeConfig, amount)).toBe(total);
  });
});
