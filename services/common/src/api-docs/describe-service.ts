import { ModulesContainer, NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { z } from 'zod';
import { CommonModule } from '../bootstrap/common.module.js';
import { PREFIX, PREFIX_EXCLUDES } from '../bootstrap/prefix.js';
import { collectRoutes } from '../bootstrap/routes.js';
import type { ServiceDefinition } from '../bootstrap/service-definition.js';
import type { BaseValues } from '../config/base-config.js';
import { describeRoute } from './describe-route.js';
import { jsonSchema } from './json-schema.js';

type Paths = OpenAPIObject['paths'];
type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/**
 * What a service answers to the outside, from its controllers' decorators. Nothing is started and no setting is read.
 */
export async function describeService<T extends BaseValues>(
  definition: ServiceDefinition<T>,
): Promise<Paths> {
  const module = CommonModule.around(definition, { NODE_ENV: 'production' } as T);
  const app = await NestFactory.create(module, {
    preview: true,
    abortOnError: false,
    logger: false,
  });
  app.setGlobalPrefix(PREFIX, { exclude: PREFIX_EXCLUDES });
  const known = SwaggerModule.createDocument(app, new DocumentBuilder().build(), {
    standardSchemaConverter: (schema, { schemaType }) => ({
      schema: jsonSchema(schema as z.ZodType, schemaType),
    }),
  }).paths;

  const paths: Paths = {};
  for (const route of collectRoutes(app.get(ModulesContainer))) {
    if (route.access === 'internal') continue;
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const method = route.method.toLowerCase() as Method;
    const operation = known[path]?.[method];
    if (!operation) throw new Error(`${route.method} ${path} is not in the document`);
    paths[path] = { ...paths[path], [method]: describeRoute(definition.name, route, operation) };
  }
  return paths;
}
