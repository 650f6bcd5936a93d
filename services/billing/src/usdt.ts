/**
 * USDT as integers. An order's amount is in micro-units (10⁻⁶ USDT). Binance shows transfers with up to 8 decimals, so
 * amounts are compared in units of 10⁻⁸: a transfer of 3.10000001 is not 3.1.
 */

const MICRO_DECIMALS = 6;
const UNIT_DECIMALS = 8;
const MICRO_PER_CENT = 10_000n;
const UNITS_PER_MICRO = 100n;

/** Decimal text as an integer of units of 10^-decimals; null for other text or more decimals. */
function parseDecimal(text: string, decimals: number): bigint | null {
  const match = /^(-?)(\d{1,20})(?:\.(\d*))?$/.exec(text);
  if (!match) return null;
  const [, sign, whole, fraction = ''] = match;
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > decimals) return null;
  const value = BigInt(whole + kept.padEnd(decimals, '0'));
  return sign ? -value : value;
}

/** `3.130042` → 3130042n; null for more than six decimals. */
export const parseMicro = (text: string): bigint | null => parseDecimal(text, MICRO_DECIMALS);

/** A transfer's amount in units of 10⁻⁸; null for more than eight decimals. */
export const parseUnits = (text: string): bigint | null => parseDecimal(text, UNIT_DECIMALS);

/** 3130042n → `3.130042`, always with six decimals. */
export function formatMicro(micro: bigint): string {
  const digits = String(micro).padStart(MICRO_DECIMALS + 1, '0');
  return `${digits.slice(0, -MICRO_DECIMALS)}.${digits.slice(-MICRO_DECIMALS)}`;
}

/** JSON number, exact to six decimals up to 10⁹ USDT. */
export const microAsNumber = (micro: bigint): number => Number(formatMicro(micro));

/** Micro-units of US cents: one USDT counts as one dollar. */
export const microOfCents = (cents: number): bigint => BigInt(cents) * MICRO_PER_CENT;

/** Micro-units as units of 10⁻⁸. */
export const unitsOfMicro = (micro: bigint): bigint => micro * UNITS_PER_MICRO;

/** Column transformer; pg returns bigint as text. */
export const microColumn = {
  to: (value: bigint | null | undefined) => value?.toString() ?? value,
  from: (value: string | null): bigint | null => (value === null ? null : BigInt(value)),
};
