import { createHash } from 'node:crypto';
import type { PartName } from '@casement/windows-image/store/part-store.js';

/** Returns the missing numbers below `count` as inclusive ranges. @param parts ordered by number */
export function missingParts(
  parts: readonly PartName[],
  count: number,
): { first: number; last: number }[] {
  const ranges: { first: number; last: number }[] = [];
  let next = 0;
  for (const { number } of [...parts, { number: count }]) {
    if (number > next) ranges.push({ first: next, last: number - 1 });
    next = number + 1;
  }
  return ranges;
}

/** Hashes the concatenated SHA-256 hashes of the parts. */
export function hashOfParts(parts: readonly PartName[]): string {
  const hash = createHash('sha256');
  for (const { sha256 } of parts) hash.update(sha256, 'hex');
  return hash.digest('hex');
}
