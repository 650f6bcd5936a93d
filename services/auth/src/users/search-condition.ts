import {
  condition,
  escapeLike,
  raw,
  type Condition,
} from '@casement/common/data/database/condition.js';

/** As the index on it is written, word for word. No username or address holds a line break. */
const SEARCHED = raw(`lower(username || E'\\n' || coalesce(email, ''))`);

/** An index of trigrams finds nothing shorter. */
const MIN_INSIDE_LENGTH = 3;

/** Anywhere in username or e-mail address, regardless of case; one or two letters only at their beginning. */
export function searchCondition(search: string): Condition | undefined {
  if (search === '') return undefined;
  const text = escapeLike(search.toLowerCase());
  return search.length < MIN_INSIDE_LENGTH
    ? condition`lower(username) LIKE ${`${text}%`} OR lower(email) LIKE ${`${text}%`}`
    : condition`${SEARCHED} LIKE ${`%${text}%`}`;
}
