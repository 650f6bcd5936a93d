/**
 * USDT as integers. An order's amount is in micro-units (10⁻⁶ USDT). Binance lists transfers with up to 8 decimals,
 * so amounts are compared in units of 10⁻⁸: a transfer of 3.10000001 is not 3.1.
 */

const MICRO_DECIMALS = 6;
const UNIT_DECIMALS = 8;
const MICRO_PER_CENT = 10_000n;
const UNITS_PER_MICRO = 100n;

/** Parses decimal text into an integer in units of 10^-decimals. Returns null for other text or for more decimals. */
function parseDecimal(text: string, decimals: number): bigint | null {
  const match = /^(-?)(\d{1,20})(?:\.(\d*))?$/.exec(text);
  if (!match) return null;
  const [, sign, integer, fraction = ''] = match;
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > decimals) return null;
  const value = BigInt(integer + significant.padEnd(decimals, '0'));
  return sign ? -value : value;
}

/** Parses `3.130042` to 3130042n. Returns null for more than six decimals. */
export const parseMicro = (text: string): bigint | null => parseDecimal(text, MICRO_DECIMALS);

/** Parses a transfer's amount into units of 10⁻⁸. Returns null for more than eight decimals. */
export const parseUnits = (text: string): bigint | null => parseDecimal(text, UNIT_DECIMALS);

/** Formats 3130042n as `3.130042`, always with six decimals. */
export function formatMicro(micro: bigint): string {
  const digits = String(micro).padStart(MICRO_DECIMALS + 1, '0');
  return `${digits.slice(0, -MICRO_DECIMALS)}.${digits.slice(-MICRO_DECIMALS)}`;
}

/** Converts to a JSON number, which is exact to six decimals up to 10⁹ USDT. */
export const microAsNumber = (micro: bigint): number => Number(formatMicro(micro));

/** Converts US cents to micro-units: one USDT counts as one dollar. */
export const microOfCents = (cents: number): bigint => BigInt(cents) * MICRO_PER_CENT;

export const unitsOfMicro = (micro: bigint): bigint => micro * UNITS_PER_MICRO;

/** Column transformer, needed because pg returns bigint as text. */
export const microColumn = {
  to: (value: bigint | null | undefined) => value?.toString() ?? value,
  from: (value: string | null): bigint | null => (value === null ? null : BigInt(value)),
};
