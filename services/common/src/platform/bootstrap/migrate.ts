import {
  directDatabaseUrl,
  type BaseValues,
  type ConfigClass,
} from '../../core/config/base-config.js';
import { loadConfig } from '../../core/config/load-config.js';
import type { MigrationClass } from '../../data/database/data-source.js';
import { runMigrations } from '../../data/database/run-migrations.js';
import { exitWithError } from './exit-with-error.js';

/**
 * Part of a service's definition that migrations need. Loading the full definition would load the entire service,
 * which takes four times as long.
 */
interface Migrated<T extends BaseValues> {
  name: string;
  config: ConfigClass<T>;
  migrations: readonly MigrationClass[];
}

/**
 * Implements the service's migrate command, which updates the database schema and exits.
 *
 * @example
 *   // migrate.ts
 *   const migrations = [...commonMigrations, ...billingMigrations];
 *   await migrate({ name: 'billing', config: BillingConfig, migrations });
 */
export async function migrate<T extends BaseValues>({
  name,
  config: Config,
  migrations,
}: Migrated<T>): Promise<void> {
  try {
    const config = loadConfig(Config, process.env);
    const done = await runMigrations(directDatabaseUrl(config), migrations, config.DATABASE_URL);
    process.stdout.write(`${name}: ${done.length} migrations applied\n`);
  } catch (error) {
    exitWithError(`${name} could not be migrated`, error);
  }
}
