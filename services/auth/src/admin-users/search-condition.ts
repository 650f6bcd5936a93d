/** As the index on it is written, word for word. No username or address holds a line break. */
const SEARCHED = `lower(u.username || E'\\n' || coalesce(u.email, ''))`;

/** An index of trigrams finds nothing shorter. */
const MIN_INSIDE_LENGTH = 3;

export interface SearchCondition {
  /** With its WHERE; the parameters are $3 and on. */
  sql: string;
  parameters: string[];
}

/**
 * Anywhere in username or e-mail address, regardless of case; one or two letters only at their beginning.
 * What PostgreSQL's LIKE takes for a wildcard stands for itself.
 */
export function searchCondition(search: string): SearchCondition {
  if (search === '') return { sql: '', parameters: [] };
  const text = search.toLowerCase().replace(/[\\%_]/g, '\\$&');
  return search.length < MIN_INSIDE_LENGTH
    ? { sql: 'WHERE lower(u.username) LIKE $3 OR lower(u.email) LIKE $3', parameters: [`${text}%`] }
    : { sql: `WHERE ${SEARCHED} LIKE $3`, parameters: [`%${text}%`] };
}
