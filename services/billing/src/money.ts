/**
 * Integer arithmetic in rupiah (Rp), sen (1/100 Rp) for unit prices, and US cents. The name or comment of each
 * division states its rounding. Values are bigint internally, and every result is checked to be a safe integer.
 */

const RATE_SCALE = 1_000_000n;

/** Parses a rate in rupiah per dollar, such as `16000` or `15890.25`, into millionths. */
export function parseRate(text: string): bigint {
  const [integer = '0', fraction = ''] = text.split('.');
  return BigInt(integer) * RATE_SCALE + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}

/** Parses decimal rupiah text with up to two decimals, such as `50000` or `1234.5`, into sen without using floats. */
export function parseSen(text: string): number {
  const [integer = '0', fraction = ''] = text.split('.');
  return toSafeNumber(BigInt(integer) * 100n + BigInt(fraction.padEnd(2, '0')));
}

/** Rounds half up. For non-negative amounts only. */
export const divideHalfUp = (value: bigint, by: bigint): bigint => (value * 2n + by) / (by * 2n);

/** Rounds toward zero. */
const divideDown = (value: bigint, by: bigint): bigint => value / by;

export function toSafeNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('amount outside the safe range');
  return number;
}

/** Returns the price of a quantity in Rp, rounded half up. */
export const totalOf = (quantity: number, priceSen: number): number =>
  toSafeNumber(divideHalfUp(BigInt(quantity) * BigInt(priceSen), 100n));

/** Returns the discount in Rp, rounded down so that an order never becomes free. */
export const discountOf = (amount: number, basisPoints: number): number =>
  toSafeNumber(divideDown(BigInt(amount) * BigInt(basisPoints), 10_000n));

/** Returns an amount of Rp in US cents, rounded half up. An estimate for display only. */
export const usdCentsOf = (amount: number, rate: bigint): number =>
  toSafeNumber(divideHalfUp(BigInt(amount) * 100n * RATE_SCALE, rate));

/** Returns an amount of Rp in US cents, rounded up so that a charge never falls short of the price. */
export const centsToCharge = (amount: number, rate: bigint): number =>
  toSafeNumber((BigInt(amount) * 100n * RATE_SCALE + rate - 1n) / rate);

/** Formats sen as rupiah, e.g. `Rp 1.234,05`. */
export const rupiahOfSen = (sen: number): string => `Rp ${(sen / 100).toLocaleString('id-ID')}`;

/** Formats whole rupiah, e.g. `Rp 1.250.000`. */
export const rupiah = (amount: number): string =>
  `Rp ${String(amount).replace(/\B(?=(\d{3})+$)/g, '.')}`;
