/** SQL fragment with its parameters, which are numbered when the statement is assembled. */
export class Condition {
  constructor(
    private readonly texts: readonly string[],
    private readonly values: readonly unknown[],
  ) {}

  /** Appends the values to `parameters` and returns the SQL with matching placeholders (`$1`, `$2`, …). */
  toSql(parameters: unknown[]): string {
    return this.texts.reduce((sql, text, n) => {
      const value = this.values[n - 1];
      const inner =
        value instanceof Condition ? value.toSql(parameters) : `$${parameters.push(value)}`;
      return `${sql}${inner}${text}`;
    });
  }
}

/**
 * Creates a condition. Every `${}` becomes a parameter, a nested condition becomes its SQL. Column names are literal
 * text, or use `raw` if they come from code.
 *
 * @example condition`status = ${status} AND lower(name) LIKE ${pattern}`
 */
export const condition = (texts: TemplateStringsArray, ...values: unknown[]): Condition =>
  new Condition(texts, values);

/** Inserts SQL from the code. Never pass request data. */
export const raw = (sql: string): Condition => new Condition([sql], []);

/** Escapes `%`, `_` and `\` for a LIKE pattern. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Returns the WHERE clause of all given conditions, or '' for an empty list. */
export function whereOf(
  conditions: readonly (Condition | false | undefined)[],
  parameters: unknown[],
): string {
  const present = conditions.filter((one) => one instanceof Condition);
  if (present.length === 0) return '';
  return `WHERE ${present.map((one) => `(${one.toSql(parameters)})`).join(' AND ')}`;
}
