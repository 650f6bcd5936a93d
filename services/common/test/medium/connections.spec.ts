import { runMigrations } from '@casement/common/data/database/run-migrations.js';
import { Database } from '@casement/common/data/database/database.js';
import { testApp } from '@casement/common/testing/test-app.js';
import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { PoolerWithoutNotifications } from '../support/pooler-without-notifications.js';
import { sample } from './sample/sample.service.js';

const POOL = 4;
/** Arbitrary fixed number, used in one database only. */
const LOCK = 81_204;

/** Checks the number of connections per program under maximum load that docs/postgresql.md states. */
describe('connections to PostgreSQL', () => {
  let database: TestDatabase;

  afterEach(() => database.close());

  it('are limited to the pool size plus one listener per process', async () => {
    database = await testDatabase(sample.database.migrations);
    const app = await testApp(sample, {
      database,
      // Connects directly: a pooler would share the connections, so that they could not be counted.
      env: { DATABASE_URL: database.directUrl, DATABASE_POOL_SIZE: String(POOL) },
    });
    const perProgram = async () => {
      const rows = await database.query<{ name: string; count: string }>(
        `SELECT application_name AS name, count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() GROUP BY 1`,
      );
      return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
    };
    const waiting = () =>
      database.query(
        `SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
          WHERE d.datname = current_database() AND l.objid = ${LOCK} AND NOT l.granted`,
      );
    try {
      await database.query(`SELECT pg_advisory_lock(${LOCK})`);
      const questions = Array.from({ length: 3 * POOL }, () =>
        app.get(Database).query(`SELECT pg_advisory_xact_lock_shared(${LOCK})`),
      );
      const answered = Promise.allSettled(questions);
      await waitFor(async () => (await waiting()).length === POOL);
      await waitFor(async () => 'outbox wake-up' in (await perProgram()));
      expect(await perProgram()).toEqual({ sample: POOL, 'outbox wake-up': 1 });
      await database.query(`SELECT pg_advisory_unlock(${LOCK})`);
      expect((await answered).filter(({ status }) => status === 'rejected')).toEqual([]);
    } finally {
      await app.close();
    }
  });

  it('are at most three for a migration', async () => {
    database = await testDatabase([]);
    const counter = await PoolerWithoutNotifications.start(database.directUrl);
    try {
      await runMigrations(counter.url, sample.database.migrations);
      expect(counter.most).toBe(3);
    } finally {
      await counter.close();
    }
  });
});
