import {
  condition,
  escapeLike,
  raw,
  type Condition,
} from '@casement/common/data/database/condition.js';

/**
 * Must match the expression of the index user_account_search. The line break separates the columns: neither can
 * contain one.
 */
const SEARCHED = raw(`lower(username || E'\\n' || coalesce(email, ''))`);

/** Shortest search text for which a trigram index is used. */
const MIN_INSIDE_LENGTH = 3;

/** Matches any part of username or e-mail address, ignoring case. One or two letters match only the beginning. */
export function searchCondition(search: string): Condition | undefined {
  if (search === '') return undefined;
  const text = escapeLike(search.toLowerCase());
  return search.length < MIN_INSIDE_LENGTH
    ? condition`lower(username) LIKE ${`${text}%`} OR lower(email) LIKE ${`${text}%`}`
    : condition`${SEARCHED} LIKE ${`%${text}%`}`;
}
