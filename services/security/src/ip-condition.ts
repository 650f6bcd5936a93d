import {
  condition,
  escapeLike,
  raw,
  type Condition,
} from '@casement/common/data/database/condition.js';

/** The address, and its parts after the first, second and third number. Each has a prefix index. */
const IP_COLUMNS = ['ip', 'ip_from_second', 'ip_from_third', 'ip_from_fourth'];

/** Matches addresses by a part that starts at one of their first four numbers, using an index. */
export function ipCondition(part: string): Condition {
  const pattern = startsWithText(part.toLowerCase());
  return IP_COLUMNS.map((column) => condition`${raw(column)} LIKE ${pattern}`).reduce(
    (one, other) => condition`${one} OR ${other}`,
  );
}

/** Returns the LIKE pattern for a prefix. */
export const startsWithText = (text: string): string => `${escapeLike(text)}%`;
