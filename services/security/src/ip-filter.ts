/** An address, and what follows its first, second and third number: each has an index by its beginning. */
export const IP_COLUMNS = ['ip', 'ip_from_second', 'ip_from_third', 'ip_from_fourth'];

/**
 * The condition for addresses with a part that begins with one of their first four numbers, by index.
 *
 * @param parameter its place in the statement, `$2`
 * @param columns those of IP_COLUMNS that are looked at
 * @returns the condition, and what stands at that place
 */
export function ipFilter(
  part: string,
  parameter: string,
  columns: readonly string[] = IP_COLUMNS,
): { sql: string; value: string } {
  const sql = columns.map((column) => `${column} LIKE ${parameter}`).join(' OR ');
  return { sql: `(${sql})`, value: beginning(part.toLowerCase()) };
}

/** The pattern of LIKE for texts that begin with this one; `%`, `_` and `\` stand for themselves. */
export const beginning = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;
