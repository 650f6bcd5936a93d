import { ModulesContainer, NestFactory } from '@nestjs/core';
import { CommonModule } from '../bootstrap/common.module.js';
import { PREFIX, PREFIX_EXCLUDES } from '../routes/prefix.js';
import { collectRoutes } from '../routes/routes.js';
import type { ServiceDefinition } from '../bootstrap/service-definition.js';
import type { BaseValues } from '../../core/config/base-config.js';
import { describeRoute } from './describe-route.js';
import type { Method, Paths } from './open-api.js';

/** Describes a service's public API from its routes, without starting it or reading settings. */
export async function describeService<T extends BaseValues>(
  definition: ServiceDefinition<T>,
): Promise<Paths> {
  const module = CommonModule.forRoot(definition, { NODE_ENV: 'production' } as T);
  const app = await NestFactory.create(module, {
    preview: true,
    abortOnError: false,
    logger: false,
  });
  app.setGlobalPrefix(PREFIX, { exclude: PREFIX_EXCLUDES });

  const paths: Paths = {};
  for (const route of collectRoutes(app.get(ModulesContainer))) {
    if (route.access === 'internal') continue;
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const method = route.method.toLowerCase() as Method;
    paths[path] = { ...paths[path], [method]: describeRoute(definition.name, route) };
  }
  return paths;
}
