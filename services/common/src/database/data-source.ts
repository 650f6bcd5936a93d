import { DataSource, type EntitySchema, type MigrationInterface } from 'typeorm';
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
  /** Longest statement, milliseconds. 0 = no limit (migrations). */
  statementTimeoutMs?: number;
}

/** The one way to the database: schema only by migrations, times in UTC, no statement without end. */
export function createDataSource(settings: DataSourceSettings): DataSource {
  const statementTimeout = settings.statementTimeoutMs ?? 15_000;
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
      statement_timeout: statementTimeout,
      // A transaction that waits for the outside world would hold its locks that long.
      idle_in_transaction_session_timeout: statementTimeout === 0 ? 0 : 30_000,
      lock_timeout: statementTimeout === 0 ? 0 : 10_000,
      idleTimeoutMillis: 30_000,
      options: '-c TimeZone=UTC',
    },
  });
}
