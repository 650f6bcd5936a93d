import {
  condition,
  escapeLike,
  raw,
  type Condition,
} from '@casement/common/data/database/condition.js';

/** An address, and what follows its first, second and third number: each has an index on its beginning. */
const IP_COLUMNS = ['ip', 'ip_from_second', 'ip_from_third', 'ip_from_fourth'];

/** Addresses with a part that begins with one of their first four numbers, by index. */
export function ipCondition(part: string): Condition {
  const pattern = beginning(part.toLowerCase());
  return IP_COLUMNS.map((column) => condition`${raw(column)} LIKE ${pattern}`).reduce(
    (one, other) => condition`${one} OR ${other}`,
  );
}

/** The LIKE pattern of texts that begin with this one. */
export const beginning = (text: string): string => `${escapeLike(text)}%`;
