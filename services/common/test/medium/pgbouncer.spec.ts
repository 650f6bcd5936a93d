import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { runMigrations } from '@casement/common/data/database/run-migrations.js';
import { withoutTimeouts } from '@casement/common/data/database/timeouts.js';
import { lockUser } from '@casement/common/data/database/user-lock.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { OutboxWakeup } from '@casement/common/messaging/outbox/outbox-wakeup.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { pooled, testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { paid, sample } from './sample/sample.service.js';

const missing = process.env['TEST_POOLER_URL'] ? null : 'no pgbouncer here';

/** Well above the measured delay (a few ms) and below the publisher's poll interval of a second. */
const MAX_DELAY_MS = 500;

/** Default of PgBouncer's `default_pool_size`. */
const POOL_SIZE = 20;

(missing === null ? describe : describe.skip)(
  `database behind PgBouncer in transaction mode${missing === null ? '' : ` (not run: ${missing})`}`,
  () => {
    let database: TestDatabase;
    let poolerUrl: string;

    beforeEach(async () => {
      database = await testDatabase([]);
      poolerUrl = pooled(database.directUrl);
    });
    afterEach(() => database.close());

    const opened = async (work: (source: DataSource) => Promise<void>) => {
      const source = await createDataSource({
        url: poolerUrl,
        applicationName: 'test',
      }).initialize();
      try {
        await work(source);
      } finally {
        await source.destroy();
      }
    };
    const advisoryLocks = () =>
      database.query(
        `SELECT l.objid FROM pg_locks l JOIN pg_database d ON d.oid = l.database
          WHERE l.locktype = 'advisory' AND d.datname = current_database()`,
      );
    const setForRole = (setting: string) =>
      database.query(
        `ALTER ROLE postgres IN DATABASE ${new URL(database.url).pathname.slice(1)} SET ${setting}`,
      );

    it('applies migrations once, concurrently through and past it, and leaves no lock', async () => {
      const { migrations } = sample.database;
      const runs = await Promise.all([
        runMigrations(poolerUrl, migrations),
        runMigrations(poolerUrl, migrations),
        runMigrations(database.directUrl, migrations, poolerUrl),
      ]);
      expect(runs.flat().sort()).toEqual(migrations.map(({ name }) => name).sort());
      expect(await advisoryLocks()).toEqual([]);
    });

    it('keeps timeouts on every connection, even after a transaction without them', async () => {
      await runMigrations(database.directUrl, sample.database.migrations, poolerUrl);
      await opened(async (source) => {
        const db = new Database(source);
        const limits = `SELECT current_setting('statement_timeout') AS statement,
          current_setting('lock_timeout') AS lock, current_setting('TimeZone') AS zone,
          current_setting('idle_in_transaction_session_timeout') AS idle`;
        await db.transaction(async (tx) => {
          await withoutTimeouts(tx);
          expect(await tx.query(limits)).toMatchObject([{ statement: '0', lock: '0', idle: '0' }]);
        });
        const seen = await Promise.all(Array.from({ length: 30 }, () => db.query(limits)));
        for (const rows of seen) {
          expect(rows).toEqual([{ statement: '15s', lock: '10s', zone: 'UTC', idle: '30s' }]);
        }
      });
    });

    it('times out a slow statement, a wait for a lock and an idle transaction', async () => {
      for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
        await setForRole(`${name} = '300ms'`);
      }
      await setForRole(`lock_timeout = '100ms'`);
      await opened(async (source) => {
        const db = new Database(source);
        await expect(db.query('SELECT pg_sleep(20)')).rejects.toThrow('statement timeout');
        const holder = await connected(database.directUrl);
        try {
          await holder.query(`SET idle_in_transaction_session_timeout = 0; BEGIN`);
          await holder.query(`SELECT pg_advisory_xact_lock(hashtextextended('user:u', 0))`);
          const waiting = db.transaction((tx) => lockUser(tx, 'u', 'alone'));
          await expect(waiting).rejects.toThrow('lock timeout');
        } finally {
          await holder.end();
        }
      });
      const idle = await connected(poolerUrl);
      const lost = new Promise((resolve) => idle.on('error', resolve));
      await idle.query('BEGIN');
      await idle.query(`SELECT pg_advisory_xact_lock(7)`);
      await lost;
      await waitFor(async () => (await advisoryLocks()).length === 0);
    });

    it('releases the locks of a client that disconnects in a transaction', async () => {
      const client = await connected(poolerUrl);
      await client.query('BEGIN');
      await client.query('SELECT pg_advisory_xact_lock(42)');
      expect(await advisoryLocks()).toHaveLength(1);
      const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } })
        .connection;
      stream.destroy();
      await waitFor(async () => (await advisoryLocks()).length === 0);
    });

    it('returns each of many clients the results for its own parameters', async () => {
      await opened(async (source) => {
        const db = new Database(source);
        const numbers = Array.from({ length: 300 }, (_, n) => n);
        const answers = await Promise.all(
          numbers.map((n) =>
            n % 3 === 0
              ? db.transaction((tx) => tx.query<{ n: number }[]>('SELECT $1::int AS n', [n]))
              : db.query<{ n: number }>('SELECT $1::int AS n', [n]),
          ),
        );
        expect(answers.map(([row]) => row.n)).toEqual(numbers);
      });
    });

    describe('service', () => {
      let app: TestApp;
      const start = async (directUrl: string) => {
        await runMigrations(database.directUrl, sample.database.migrations, poolerUrl);
        app = await testApp(sample, {
          database,
          env: { DATABASE_URL: poolerUrl, DATABASE_DIRECT_URL: directUrl },
        });
      };
      afterEach(() => app.close());
      const listeners = () =>
        database.query(
          `SELECT 1 FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'outbox wake-up'
              AND query = 'LISTEN outbox'`,
        );
      const commit = () =>
        app.get(Database).transaction(async (tx) => {
          await app.get(Outbox).add(tx, 'billing.topup.paid.v1', paid(newId()));
        });

      it('is notified directly of commits made through the pooler', async () => {
        await start(database.directUrl);
        await waitFor(async () => (await listeners()).length === 1);
        let notified = () => undefined as void;
        app.get(OutboxWakeup).onNotification(() => notified());
        const delays: number[] = [];
        for (let n = 0; n < 50; n += 1) {
          const arrived = new Promise<void>((resolve) => (notified = resolve));
          // Measured from before the transaction, because the notification often arrives before the response to the
          // COMMIT.
          const began = performance.now();
          await Promise.all([commit(), arrived]);
          delays.push(performance.now() - began);
        }
        delays.sort((a, b) => a - b);
        const [median, longest] = [delays[25], delays[49]].map((ms) => ms.toFixed(1));
        process.stdout.write(`pgbouncer: notified after ${median} ms (median), ${longest} ms\n`);
        expect(delays[25]).toBeLessThan(MAX_DELAY_MS);
      });

      it('publishes by polling without a direct address', async () => {
        await start('');
        await commit();
        await waitFor(
          async () =>
            (await database.query('SELECT 1 FROM outbox WHERE published_at IS NULL')).length === 0,
        );
        expect((await app.nats.events('billing.topup.paid.v1')).length).toBe(1);
      });

      it("leaves no LISTEN on the pooler's connections", async () => {
        await start('');
        // Opens as many concurrent transactions as the pooler has connections so that each connection is checked.
        const channels = async () => {
          const clients = await Promise.all(
            Array.from({ length: POOL_SIZE }, () => connected(poolerUrl)),
          );
          const inEach = (sql: string) =>
            Promise.all(clients.map((client) => client.query<{ name: string }>(sql)));
          await inEach('BEGIN');
          const answers = await inEach('SELECT pg_listening_channels() AS name');
          await inEach('ROLLBACK');
          await Promise.all(clients.map((client) => client.end()));
          return answers.flatMap(({ rows }) => rows).map(({ name }) => name);
        };
        await waitFor(async () => (await channels()).some((name) => name.startsWith('outbox_')));
        expect(await channels()).not.toContain('outbox');
      });
    });
  },
);

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
