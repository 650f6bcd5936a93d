import type { TopupQuote } from '@casement/proto/http/billing/topups.js';

export interface QuantityBounds {
  min: number;
  max: number;
}

/** Used until the first price has loaded. */
const BOUNDS: QuantityBounds = { min: 1, max: 1000 };

/** Minimum and maximum quantity of a top-up, which come with the price. */
export const boundsOf = (quote: TopupQuote | undefined): QuantityBounds =>
  quote ? { min: quote.min_quantity, max: quote.max_quantity } : BOUNDS;

/** Parses the input as a quantity; null if invalid. SPEC §5: a number of at least 1. */
export function toQuantity(typed: string): number | null {
  const n = Number(typed);
  return typed.trim() !== '' && Number.isSafeInteger(n) && n >= 1 ? n : null;
}

export const fitsBounds = (quantity: number, { min, max }: QuantityBounds): boolean =>
  quantity >= min && quantity <= max;
