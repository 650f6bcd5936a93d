import { z } from 'zod';

/** Subset of OpenAPI 3.0 used by the API document. */
export type JsonSchema = Record<string, unknown>;

interface Reference {
  $ref: string;
}

export type Content = Record<string, { schema?: JsonSchema | Reference }>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
}

export interface Answer {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Content;
}

export interface Operation {
  tags: string[];
  operationId: string;
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Answer | Reference>;
}

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
type PathItem = Partial<Record<Method, Operation>>;
export type Paths = Record<string, PathItem>;

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Paths;
  components: {
    securitySchemes: Record<string, Record<string, string>>;
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Answer>;
  };
}

/** Converts a zod schema to OpenAPI 3.0. Checks written as code cannot be expressed and are omitted. */
export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { target: 'openapi-3.0', unrepresentable: 'any', io }) as JsonSchema;
