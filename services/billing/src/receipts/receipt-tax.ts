import { divideHalfUp, toSafeNumber } from '../money.js';

const ONE = 10_000n;

export interface TaxRule {
  /** 1100 = 11 %. */
  rateBasisPoints: number;
  /** Share of the net price that is taxed: `11/12`. */
  baseFactor: string;
}

const fractionOf = (factor: string): [bigint, bigint] => {
  const [numerator = '1', denominator = '1'] = factor.split('/');
  return [BigInt(numerator), BigInt(denominator)];
};

/** Returns the tax in Rp that a price includes, rounded half up. */
export function includedTax(price: number, { rateBasisPoints, baseFactor }: TaxRule): number {
  const [numerator, denominator] = fractionOf(baseFactor);
  const taxed = BigInt(rateBasisPoints) * numerator;
  return toSafeNumber(divideHalfUp(BigInt(price) * taxed, ONE * denominator + taxed));
}

/** Returns the tax base in Rp of a price without its tax, rounded half up. */
export function taxBase(netPrice: number, baseFactor: string): number {
  const [numerator, denominator] = fractionOf(baseFactor);
  return toSafeNumber(divideHalfUp(BigInt(netPrice) * numerator, denominator));
}
