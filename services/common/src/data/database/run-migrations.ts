import type { DataSource, QueryRunner } from 'typeorm';
import { connectedDataSource, type MigrationClass } from './data-source.js';
import { setRoleDefaults, withoutTimeouts } from './timeouts.js';

/** Arbitrary fixed number. The lock belongs to one database, so services do not conflict. */
const LOCK = 5_190_317;
/** First migration of every database from before release 0.1.0. */
const BEFORE_THE_FIRST_RELEASE = 'CommonTables1700000000000';

/**
 * Applies pending migrations, each in a separate transaction. Replicas that start at the same time wait for each
 * other.
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
      await refuseOldDatabase(source);
      const done = await source.runMigrations({ transaction: 'each' });
      // Bypasses the pooler if both URLs have the same role, because a pooler's open connections would keep the old
      // settings.
      await setRoleDefaults(userOf(url) === userOf(serviceUrl) ? url : serviceUrl);
      return done.map((migration) => migration.name);
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

/** A database from before release 0.1.0 already contains these tables in another form. */
async function refuseOldDatabase(source: DataSource): Promise<void> {
  const [table] = await source.query<{ name: string | null }[]>(
    `SELECT to_regclass('migration')::text AS name`,
  );
  if (!table?.name) return;
  const old = await source.query<unknown[]>('SELECT 1 FROM migration WHERE name = $1', [
    BEFORE_THE_FIRST_RELEASE,
  ]);
  if (old.length > 0) {
    throw new Error(
      'the database is from before release 0.1.0: load its data into a new one, see docs/upgrading.md',
    );
  }
}

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
