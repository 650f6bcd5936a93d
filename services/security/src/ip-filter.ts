const COLUMNS = ['ip', 'ip_from_second', 'ip_from_third', 'ip_from_fourth'];

/**
 * The condition for addresses with a part that begins with one of their first four numbers, by index.
 *
 * @param parameter its place in the statement, `$2`
 * @returns the condition, and what stands at that place
 */
export function ipFilter(part: string, parameter: string): { sql: string; value: string } {
  const sql = COLUMNS.map((column) => `${column} LIKE ${parameter}`).join(' OR ');
  return { sql: `(${sql})`, value: beginning(part.toLowerCase()) };
}

/** The pattern of LIKE for texts that begin with this one; `%`, `_` and `\` stand for themselves. */
export const beginning = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;
