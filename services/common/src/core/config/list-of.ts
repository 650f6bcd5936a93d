import { z } from 'zod';

/** Parses comma-separated values of one variable: `a, b` → `['a', 'b']`; empty → `[]`. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.preprocess(
    (text) =>
      typeof text === 'string'
        ? text
            .split(',')
            .map((part) => part.trim())
            .filter(Boolean)
        : text,
    z.array(item),
  );
}
