import { DefaultNamingStrategy, type NamingStrategyInterface } from 'typeorm';

export const snakeCase = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

/** Maps camelCase fields to snake_case columns. Each entity names its table in the singular. */
export class SnakeNamingStrategy extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(property: string, customName: string, prefixes: string[]): string {
    return [...prefixes.map(snakeCase), customName || snakeCase(property)].join('_');
  }

  override relationName(property: string): string {
    return snakeCase(property);
  }

  override joinColumnName(relation: string, referencedColumn: string): string {
    return snakeCase(`${relation}_${referencedColumn}`);
  }
}
