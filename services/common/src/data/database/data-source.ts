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
  /** Seen in pg_stat_activity, so that a slow query has an owner. */
  applicationName: string;
  poolSize?: number;
  entities?: readonly EntityClass[];
  migrations?: readonly MigrationClass[];
}

const log = logger('database');

/** Of a service that starts. */
const WAIT_MS = 60_000;
const AGAIN_MS = 500;

/**
 * Connects. A database that is there but busy, or starting itself, is waited for: services start on a machine that is busy with
 * starting them. One that is not there is an error at once.
 */
export async function connectedDataSource(settings: DataSourceSettings): Promise<DataSource> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    try {
      return await createDataSource(settings).initialize();
    } catch (error) {
      if (!isBusyDatabase(error) || Date.now() > until) throw error;
      log.warn({ err: error }, 'the database does not answer yet');
      await pause(AGAIN_MS);
    }
  }
}

/**
 * The one way to the database: schema only by migrations. Time-outs and the time zone are the role's (timeouts.ts):
 * PgBouncer refuses them at the start of a connection.
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
