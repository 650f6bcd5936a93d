import { z } from 'zod';
import type { JsonSchema } from './open-api.js';

/** A zod schema as OpenAPI 3.0 has it; what it cannot express (a check in code) is left out. */
export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { target: 'openapi-3.0', unrepresentable: 'any', io }) as JsonSchema;
