export interface BackOff {
  /** The wait after the first failure. */
  baseMs: number;
  maxMs: number;
  /** What each further failure multiplies the wait by; 2 unless given. */
  factor?: number;
}

/**
 * How long to wait before the next try, in ms.
 *
 * @param attempt how many tries have failed, from 1
 * @example backOff(3, { baseMs: 1_000, maxMs: 60_000 }) // 4_000
 */
export function backOff(attempt: number, { baseMs, maxMs, factor = 2 }: BackOff): number {
  return Math.min(maxMs, baseMs * factor ** Math.max(0, attempt - 1));
}
