import { QueryFailedError, type DataSource, type QueryRunner } from 'typeorm';
import { logger } from '../../core/logging/logger.js';
import { connectedDataSource, type MigrationClass } from './data-source.js';
import { setRoleDefaults, withoutTimeouts } from './timeouts.js';

/** Arbitrary fixed number. The lock belongs to one database, so services do not conflict. */
const LOCK = 5_190_317;
/** First migration of every database from before release 0.1.0. */
const BEFORE_THE_FIRST_RELEASE = 'CommonTables1700000000000';
const OLD_DATABASE =
  'the database is from before release 0.1.0: load its data into a new one, see docs/upgrading.md';
const ATTEMPTS = 10;
/** SQLSTATE deadlock_detected. */
const DEADLOCK = '40P01';

const log = logger('database');

/**
 * Applies pending migrations, each in a separate transaction. Replicas that start at the same time wait for each
 * other. Replicas of the previous version serve requests meanwhile, which may lock the same tables in another order; a
 * migration that PostgreSQL ends for that reason starts again.
 *
 * @param url without a connection pooler if there is one
 * @param serviceUrl URL of the service's connection; its role gets the timeouts
 * @returns the names of the applied migrations
 */
export async function runMigrations(
  url: string,
  migrations: readonly MigrationClass[],
  serviceUrl = url,
): Promise<string[]> {
  const settings = {
    url,
    applicationName: 'migrate',
    migrations: migrations.map(withoutItsTimeouts),
  };
  const source = await connectedDataSource(settings);
  try {
    return await withMigrationLock(source, async () => {
      const earlier = await migrationsOf(source);
      // Contains these tables in another form.
      if (earlier.has(BEFORE_THE_FIRST_RELEASE)) throw new Error(OLD_DATABASE);
      await applyPending(source);
      // Bypasses the pooler if both URLs have the same role, because a pooler's open connections would keep the old
      // settings.
      await setRoleDefaults(userOf(url) === userOf(serviceUrl) ? url : serviceUrl);
      return [...(await migrationsOf(source))].filter((name) => !earlier.has(name));
    });
  } finally {
    await source.destroy();
  }
}

/**
 * Uses a lock that ends with its transaction. Behind PgBouncer, which reuses the session for the next client, a
 * session lock would never be released, and the next migration would wait forever.
 */
async function withMigrationLock<T>(source: DataSource, work: () => Promise<T>): Promise<T> {
  const holder = source.createQueryRunner();
  try {
    await holder.startTransaction();
    await withoutTimeouts(holder.manager);
    await holder.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    return await work();
  } finally {
    if (holder.isTransactionActive) await holder.rollbackTransaction();
    await holder.release();
  }
}

const userOf = (url: string): string => new URL(url).username;

/** Returns the names of the applied migrations. */
async function migrationsOf(source: DataSource): Promise<Set<string>> {
  const [table] = await source.query<{ name: string | null }[]>(
    `SELECT to_regclass('migration')::text AS name`,
  );
  if (!table?.name) return new Set();
  const rows = await source.query<{ name: string }[]>('SELECT name FROM migration ORDER BY id');
  return new Set(rows.map(({ name }) => name));
}

async function applyPending(source: DataSource): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await source.runMigrations({ transaction: 'each' });
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !isDeadlock(error)) throw error;
      log.warn({ err: error }, 'a migration ended in a deadlock and starts again');
    }
  }
}

const isDeadlock = (error: unknown): boolean =>
  error instanceof QueryFailedError &&
  (error.driverError as { code?: string } | undefined)?.code === DEADLOCK;

/** The role's timeouts are meant for requests. Creating an index on a large table takes longer. */
function withoutItsTimeouts(Migration: MigrationClass): MigrationClass {
  return class extends Migration {
    override name = Migration.name;

    override async up(runner: QueryRunner): Promise<void> {
      await withoutTimeouts(runner.manager);
      await super.up(runner);
    }
  };
}
