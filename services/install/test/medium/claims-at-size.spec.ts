import type { DataSource, EntityManager } from 'typeorm';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import type { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { nextTurn } from '@casement/common/data/jobs/next-turn.js';
import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';
import { installMigrations } from '../../src/database/migrations.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { INSTALL_TURNS } from '../../src/installs/installs.repository.js';
import { installLeases } from '../../src/installs/install-leases.js';

const WAITING = 10_000;
/** Number of customers and of installs in progress. */
const CUSTOMERS = 300;
const IN_PROGRESS = 400;
const ENDED = 20_000;

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/**
 * Installs as stored when all workers are busy, including preflight findings, so that rows are realistically wide.
 */
const FILL = `
  INSERT INTO install (id, user_id, ip, win_ver, win_name, manifest_sha256, status, version, engine_state,
                       agent_state, turn, run_after, lease_owner, lease_until)
  SELECT gen_random_uuid(), md5((n % ${CUSTOMERS})::text)::uuid, 'host-' || n, 'w', 'w', 'm',
         CASE WHEN n > ${WAITING + IN_PROGRESS} THEN 'completed' WHEN n > ${IN_PROGRESS} THEN 'pending' ELSE 'running' END,
         1, jsonb_build_object('checks', (SELECT jsonb_agg(md5(i::text || n)) FROM generate_series(1, 40) AS i)), '{}',
         n / ${CUSTOMERS}, now() - interval '1 hour' + make_interval(secs => n / 1000.0),
         CASE WHEN n <= ${IN_PROGRESS} THEN 'w' END,
         CASE WHEN n <= ${IN_PROGRESS} THEN now() + interval '1 hour' END
    FROM generate_series(1, ${WAITING + IN_PROGRESS + ENDED}) AS n`;

describe(`lease claims with ${WAITING} installs waiting`, () => {
  let database: TestDatabase;
  let source: DataSource;
  beforeAll(async () => {
    database = await testDatabase([...commonMigrations, ...installMigrations]);
    source = createDataSource({
      url: database.url,
      applicationName: 'claims',
      entities: [InstallEntity],
    });
    await source.initialize();
    await database.query(FILL);
    await database.query('ANALYZE install');
  });
  afterAll(async () => {
    await source.destroy();
    await database.close();
  });

  /** Returns the number of pages that a statement reads from disk or cache when it runs. */
  const pagesOf = async (sql: string, parameters: unknown[]) => {
    const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
      parameters,
    );
    const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = row['QUERY PLAN'][0].Plan;
    return hit + read;
  };

  it("read only installs in progress and find a new install's turn by index look-ups", async () => {
    const pages: Record<string, number> = {};
    const measured = (what: string, records: unknown[]) => ({
      query: async (sql: string, parameters: unknown[]) => {
        pages[what] = await pagesOf(sql, parameters);
        return { records };
      },
    });
    const manager = { connection: source, queryRunner: measured('claim', []) };
    await installLeases({ manager } as unknown as Database, { INSTALL_LEASE_SECONDS: 30 }).claim(
      'w',
    );
    const tx = { queryRunner: measured('turn', [{ turn: 1 }]) };
    await nextTurn(tx as unknown as EntityManager, INSTALL_TURNS, newId());
    const [{ all }] = await database.query<{ all: number }>(
      `SELECT (pg_relation_size('install') / 8192)::int AS all`,
    );
    // A claim reads the installs held by other workers, whose turn came earlier. In the worst case each is on a
    // separate page.
    expect(pages['claim']).toBeLessThan(IN_PROGRESS + 100);
    expect(pages['turn']).toBeLessThan(30);
    expect(all).toBeGreaterThan(3_000);
  });
});
