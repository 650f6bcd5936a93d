import fc from 'fast-check';
import { includedTax, taxBase } from './receipt-tax.js';

describe(includedTax.name, () => {
  it.each([
    [1_110_000, 1100, '1/1', 110_000],
    [1_110_000, 1200, '11/12', 110_000],
    [50_000, 1100, '1/1', 4_955],
    [1, 1100, '1/1', 0],
  ])('of Rp %d at %d basis points of %s is Rp %d', (price, rateBasisPoints, baseFactor, tax) => {
    expect(includedTax(price, { rateBasisPoints, baseFactor })).toBe(tax);
  });

  it('equals the rate applied to the tax base, up to rounding', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000_000 }),
        fc.integer({ min: 1, max: 9_999 }),
        fc.constantFrom('1/1', '11/12', '1/10'),
        (price, rateBasisPoints, baseFactor) => {
          const tax = includedTax(price, { rateBasisPoints, baseFactor });
          const base = taxBase(price - tax, baseFactor);
          expect(Math.abs((base * rateBasisPoints) / 10_000 - tax)).toBeLessThanOrEqual(1.5);
        },
      ),
    );
  });
});
