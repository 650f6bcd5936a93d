/** Factors on the first wait: 1, 2, 5, 10, then 30 times as long. */
const STEPS = [1, 2, 5, 10, 30];

/** @param failures in a row, 1 for the first */
export const backOff = (firstMs: number, failures: number): number =>
  firstMs * (STEPS[Math.min(failures, STEPS.length) - 1] ?? 1);
