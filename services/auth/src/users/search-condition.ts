import {
  condition,
  escapeLike,
  raw,
  type Condition,
} from '@casement/common/data/database/condition.js';

/** Must equal the expression of its index. No username or address contains a line break. */
const SEARCHED = raw(`lower(username || E'\\n' || coalesce(email, ''))`);

/** Shortest text that a trigram index finds. */
const MIN_INSIDE_LENGTH = 3;

/** Matches anywhere in username or e-mail address, ignoring case. One or two letters match only the beginning. */
export function searchCondition(search: string): Condition | undefined {
  if (search === '') return undefined;
  const text = escapeLike(search.toLowerCase());
  return search.length < MIN_INSIDE_LENGTH
    ? condition`lower(username) LIKE ${`${text}%`} OR lower(email) LIKE ${`${text}%`}`
    : condition`${SEARCHED} LIKE ${`%${text}%`}`;
}
