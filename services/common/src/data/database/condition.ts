/** A part of a statement with its parameters, numbered when the statement is put together. */
export class Condition {
  constructor(
    private readonly texts: readonly string[],
    private readonly values: readonly unknown[],
  ) {}

  /** Appends its values to `parameters` and returns its SQL with their numbers. */
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
 * Every `${}` becomes a parameter, a nested condition its SQL. Column names are written in the text, or given by
 * `raw` where they come from the code.
 *
 * @example
 * condition`status = ${status} AND lower(name) LIKE ${pattern}`
 */
export const condition = (texts: TemplateStringsArray, ...values: unknown[]): Condition =>
  new Condition(texts, values);

/** SQL from the code, never from a request. */
export const raw = (sql: string): Condition => new Condition([sql], []);

/** For a LIKE pattern: `%`, `_` and `\` stand for themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The WHERE of all that are given; '' without any. */
export function whereOf(
  conditions: readonly (Condition | false | undefined)[],
  parameters: unknown[],
): string {
  const given = conditions.filter((one) => one instanceof Condition);
  if (given.length === 0) return '';
  return `WHERE ${given.map((one) => `(${one.toSql(parameters)})`).join(' AND ')}`;
}
