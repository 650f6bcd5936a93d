import fc from 'fast-check';
import { discountOf, parseRate, parseSen, rupiah, totalOf, usdCentsOf } from '../money.js';
import { basisPointsFor, quoteFor } from './quote.js';

const steps = [
  { minQuantity: 25, basisPoints: 1500 },
  { minQuantity: 5, basisPoints: 500 },
  { minQuantity: 10, basisPoints: 1000 },
];
const rate = parseRate('16000');

describe(basisPointsFor, () => {
  it.each([
    [1, 0],
    [4, 0],
    [5, 500],
    [9, 500],
    [10, 1000],
    [24, 1000],
    [25, 1500],
    [1000, 1500],
  ])('gives %i pieces a discount of %i basis points', (quantity, expected) => {
    expect(basisPointsFor(quantity, steps)).toBe(expected);
  });

  it('gives no discount without steps', () => {
    expect(basisPointsFor(100, [])).toBe(0);
  });
});

describe(parseSen, () => {
  it.each([
    ['50000', 5_000_000],
    ['1', 100],
    ['1234.5', 123_450],
    ['0001.05', 105],
    ['1.10', 110],
    // Float arithmetic would give one sen less for these values.
    ['1.15', 115],
    ['4.35', 435],
    ['1000000000', 100_000_000_000],
    ['999999999.99', 99_999_999_999],
  ])('parses Rp %s as %i sen', (text, sen) => {
    expect(parseSen(text)).toBe(sen);
  });
});

describe('rounding', () => {
  it('rounds a total to the nearest rupiah, half up', () => {
    expect(totalOf(1, 100_049)).toBe(1000);
    expect(totalOf(1, 100_050)).toBe(1001);
    expect(totalOf(3, 33_333)).toBe(1000);
  });

  it('rounds a discount down to full rupiah', () => {
    expect(discountOf(250_010, 500)).toBe(12_500);
    expect(discountOf(250_020, 500)).toBe(12_501);
    expect(discountOf(19, 500)).toBe(0);
    expect(discountOf(20, 500)).toBe(1);
  });

  it('never makes an order free', () => {
    expect(1 - discountOf(1, 9999)).toBe(1);
  });

  it('rounds dollars to the nearest cent, half up', () => {
    expect(usdCentsOf(79, rate)).toBe(0);
    expect(usdCentsOf(80, rate)).toBe(1);
    expect(usdCentsOf(239, rate)).toBe(1);
    expect(usdCentsOf(240, rate)).toBe(2);
    expect(usdCentsOf(50_000, rate)).toBe(313);
  });

  it('uses a rate with decimals exactly', () => {
    expect(parseRate('15890.25')).toBe(15_890_250_000n);
    expect(usdCentsOf(1_589_025, parseRate('15890.25'))).toBe(10_000);
  });

  it('rejects amounts that a number cannot represent exactly', () => {
    expect(() => totalOf(1_000_000_000, Number.MAX_SAFE_INTEGER)).toThrow(RangeError);
  });
});

describe(quoteFor, () => {
  it('computes 10 pieces at Rp 50.000 with 10 % off', () => {
    expect(quoteFor(10, 5_000_000, steps, rate)).toEqual({
      quantity: 10,
      unitPriceSen: 5_000_000,
      totalAmount: 500_000,
      discountBasisPoints: 1000,
      discountAmount: 50_000,
      finalAmount: 450_000,
      usdCents: 2813,
    });
  });

  it.each([
    // Columns: quantity, sen per piece, total, discount, amount to pay.
    [4, 33_333, 1_333, 0, 1_333],
    [5, 33_333, 1_667, 83, 1_584],
    [9, 33_333, 3_000, 150, 2_850],
    [10, 33_333, 3_333, 333, 3_000],
    [24, 33_333, 8_000, 800, 7_200],
    [25, 33_333, 8_333, 1_249, 7_084],
    [1, 149, 1, 0, 1],
    [1, 150, 2, 0, 2],
    [5, 100, 5, 0, 5],
    [7, 286, 20, 1, 19],
  ])(
    'rounds edge cases correctly: %i pieces at %i sen',
    (quantity, sen, total, discount, final) => {
      expect(quoteFor(quantity, sen, steps, rate)).toMatchObject({
        totalAmount: total,
        discountAmount: discount,
        finalAmount: final,
      });
    },
  );

  it('computes the largest order exactly: 1,000,000 pieces at Rp 1,000,000,000', () => {
    expect(quoteFor(1_000_000, 100_000_000_000, steps, rate)).toMatchObject({
      totalAmount: 1_000_000_000_000_000,
      discountAmount: 150_000_000_000_000,
      finalAmount: 850_000_000_000_000,
      usdCents: 5_312_500_000_000,
    });
  });

  it('always adds up in whole rupiah and is never free', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 100, max: 100_000_000_000 }),
        fc.integer({ min: 0, max: 9999 }),
        (quantity, priceSen, basisPoints) => {
          const quote = quoteFor(quantity, priceSen, [{ minQuantity: 1, basisPoints }], rate);
          expect(quote.totalAmount - quote.discountAmount).toBe(quote.finalAmount);
          expect(quote.finalAmount).toBeGreaterThan(0);
          expect(Number.isSafeInteger(quote.finalAmount)).toBe(true);
        },
      ),
    );
  });
});

describe(rupiah, () => {
  it('separates thousands with dots', () => {
    expect([0, 999, 1000, 1_250_000].map(rupiah)).toEqual([
      'Rp 0',
      'Rp 999',
      'Rp 1.000',
      'Rp 1.250.000',
    ]);
  });
});
