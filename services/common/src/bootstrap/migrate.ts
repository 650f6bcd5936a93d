import 'reflect-metadata';
import { directDatabaseUrl, type BaseValues } from '../config/base-config.js';
import { loadConfig } from '../config/load-config.js';
import { runMigrations } from '../database/run-migrations.js';
import { exitWithSentence } from './exit-with-sentence.js';
import type { ServiceDefinition } from './service-definition.js';

/**
 * The service's migrate command: brings its database's schema up to date and ends.
 *
 * @example
 * // migrate.ts
 * await migrate(billing);
 */
export async function migrate<T extends BaseValues>(
  definition: ServiceDefinition<T>,
): Promise<void> {
  try {
    const config = loadConfig(definition.config, process.env);
    const done = await runMigrations(
      directDatabaseUrl(config),
      definition.database.migrations,
      config.DATABASE_URL,
    );
    process.stdout.write(`${definition.name}: ${done.length} migrations applied\n`);
  } catch (error) {
    exitWithSentence(`${definition.name} could not be migrated`, error);
  }
}
