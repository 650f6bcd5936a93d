import type { TimeWindow } from '../payment-providers/binance/binance.types.js';

/**
 * The two halves of a window, the earlier first; no moment in both, none left out.
 *
 * @returns null for a window of one millisecond, which has no halves
 */
export function splitWindow({ start, end }: TimeWindow): [TimeWindow, TimeWindow] | null {
  if (end <= start) return null;
  const middle = Math.floor((start + end) / 2);
  return [
    { start, end: middle },
    { start: middle + 1, end },
  ];
}
