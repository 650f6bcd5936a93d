import { setTimeout as pause } from 'node:timers/promises';
import { DataSource, type EntitySchema, type MigrationInterface } from 'typeorm';
import { isBusyDatabase } from '../../core/errors/to-domain-error.js';
import { logger } from '../../core/logging/logger.js';
import { SnakeNamingStrategy } from './snake-naming.strategy.js';

export type MigrationClass = new () => MigrationInterface;
// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- TypeORM's own word for a class
export type EntityClass = Function | EntitySchema;

export interface DataSourceSettings {
  url: string;
  /** Shown in pg_stat_activity to identify the service of a slow query. */
  applicationName: string;
  poolSize?: number;
  entities?: readonly EntityClass[];
  migrations?: readonly MigrationClass[];
}

const log = logger('database');

/** Maximum wait of a starting service for the database. */
const WAIT_MS = 60_000;
const RETRY_MS = 500;

/**
 * Connects. Waits up to WAIT_MS for a database that is busy or starting, because services start on machines under
 * load. An unreachable database fails immediately.
 */
export async function connectedDataSource(settings: DataSourceSettings): Promise<DataSource> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    try {
      return await createDataSource(settings).initialize();
    } catch (error) {
      if (!isBusyDatabase(error) || Date.now() > until) throw error;
      log.warn({ err: error }, 'database not reachable yet');
      await pause(RETRY_MS);
    }
  }
}

/**
 * Creates a data source with the schema managed only by migrations. Timeouts and time zone are role settings
 * (timeouts.ts) because PgBouncer rejects them as startup parameters.
 */
export function createDataSource(settings: DataSourceSettings): DataSource {
  return new DataSource({
    type: 'postgres',
    url: settings.url,
    entities: [...(settings.entities ?? [])],
    migrations: [...(settings.migrations ?? [])],
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeNamingStrategy(),
    synchronize: false,
    logging: false,
    applicationName: settings.applicationName,
    poolSize: settings.poolSize ?? 10,
    connectTimeoutMS: 5_000,
    extra: {
      idleTimeoutMillis: 30_000,
    },
  });
}
