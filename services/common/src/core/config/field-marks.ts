import { z } from 'zod';

/** Records the default that a schema field has outside production. */
class FieldMarks {
  private readonly values = new WeakMap<z.ZodType, string>();

  mark<T extends z.ZodType>(schema: T, development: string): T {
    this.values.set(schema, development);
    return schema;
  }

  find(schema: z.ZodType): string | undefined {
    return this.values.get(schema);
  }
}

export const developmentValues = new FieldMarks();
export const secretFields = new FieldMarks();

/**
 * Defines a variable that has a default outside production and is required in production.
 *
 * @example PUBLIC_URL: inDevelopment(z.url(), 'http://localhost:8080')
 */
export function inDevelopment<T extends z.ZodType>(schema: T, value: string): T {
  return developmentValues.mark(schema, value);
}

/**
 * Defines a secret. Production refuses to start if it is missing, a placeholder or the development value.
 *
 * @example JWT_SIGNING_KEY: secret('dev-signing-key')
 */
export function secret(development: string): z.ZodString {
  return secretFields.mark(z.string().min(1), development);
}
