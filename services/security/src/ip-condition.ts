import {
  condition,
  escapeLike,
  raw,
  type Condition,
} from '@casement/common/data/database/condition.js';

/** The address, and the rest of it after the first, second and third number. Each column has a prefix index. */
const IP_COLUMNS = ['ip', 'ip_from_second', 'ip_from_third', 'ip_from_fourth'];

/** Matches addresses that start with `part`, counted from any of their first four numbers. Each case uses an index. */
export function ipCondition(part: string): Condition {
  const pattern = startsWithText(part.toLowerCase());
  return IP_COLUMNS.map((column) => condition`${raw(column)} LIKE ${pattern}`).reduce(
    (one, other) => condition`${one} OR ${other}`,
  );
}

/** Returns the LIKE pattern for text that starts with `text`. */
export const startsWithText = (text: string): string => `${escapeLike(text)}%`;
