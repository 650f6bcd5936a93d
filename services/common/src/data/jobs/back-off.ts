export interface BackOff {
  /** Delay after the first failure. */
  baseMs: number;
  maxMs: number;
  /** Factor by which the delay grows with each further failure; 2 by default. */
  factor?: number;
}

/**
 * Returns the delay before the next try in ms.
 *
 * @param attempt number of failed tries, from 1
 * @example backOff(3, { baseMs: 1_000, maxMs: 60_000 }) // 4_000
 */
export function backOff(attempt: number, { baseMs, maxMs, factor = 2 }: BackOff): number {
  return Math.min(maxMs, baseMs * factor ** Math.max(0, attempt - 1));
}
