import { createDataSource, type MigrationClass } from './data-source.js';

/** Any fixed number; the lock belongs to one database, so services don't meet. */
const LOCK = 5_190_317;

/**
 * Runs what has not been run yet, each migration in a transaction of its own. Replicas that start
 * at once wait for each other.
 *
 * @returns the names of the migrations that were applied
 */
export async function runMigrations(
  url: string,
  migrations: readonly MigrationClass[],
): Promise<string[]> {
  const settings = { url, applicationName: 'migrate', migrations, statementTimeoutMs: 0 };
  const source = await createDataSource(settings).initialize();
  const holder = source.createQueryRunner();
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const done = await source.runMigrations({ transaction: 'each' });
    return done.map((migration) => migration.name);
  } finally {
    // The lock is the session's: it goes with the connection.
    await holder.release();
    await source.destroy();
  }
}
