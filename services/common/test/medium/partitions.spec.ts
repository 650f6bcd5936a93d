import type { DataSource } from 'typeorm';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { Database } from '@casement/common/data/database/database.js';
import { lowestIdAt } from '@casement/common/data/database/new-id.js';
import { PartitionJob } from '@casement/common/data/jobs/partition-job.js';
import {
  findPartitions,
  missingRanges,
  startPartitions,
} from '@casement/common/data/database/partitions.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { configureLogging } from '@casement/common/core/logging/logger.js';
import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';

const DAY_MS = 86_400_000;
const never = new AbortController().signal;

let database: TestDatabase;
let source: DataSource;
let db: Database;

beforeEach(async () => {
  configureLogging('test', 'silent');
  database = await testDatabase(commonMigrations);
  source = await createDataSource({ url: database.url, applicationName: 'test' }).initialize();
  db = new Database(source);
  await db.query(`CREATE TABLE owner (id uuid PRIMARY KEY)`);
  await db.query(`CREATE TABLE entry (
    id uuid PRIMARY KEY, note text NOT NULL CHECK (note <> ''), owner_id uuid REFERENCES owner,
    at timestamptz NOT NULL DEFAULT now()) PARTITION BY RANGE (id)`);
  await db.query(`CREATE INDEX entry_by_note ON entry (note, id)`);
  const runner = source.createQueryRunner();
  await startPartitions(runner, { table: 'entry', stepDays: 7, retentionDays: 30 });
  await runner.release();
});

afterEach(async () => {
  await source.destroy();
  await database.close();
});

const job = () => new PartitionJob(db, new Jobs(db));
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);
const add = (note: string, at: Date) =>
  db.query('INSERT INTO entry (id, note) VALUES ($1, $2)', [lowestIdAt(at), note]);
const names = async () => (await findPartitions(db.manager, 'entry')).map(({ name }) => name);
const partitionOf = async (note: string) => {
  const sql = 'SELECT tableoid::regclass::text AS name FROM entry WHERE note = $1';
  return (await db.query<{ name: string }>(sql, [note]))[0]?.name;
};

describe(missingRanges.name, () => {
  const day = (text: string) => new Date(`${text}T00:00:00Z`);

  it('continues from the last partition, even after a change of the step', () => {
    const existing = [{ from: day('2026-11-19'), to: day('2026-11-26') }];
    expect(missingRanges(existing, 1, day('2026-11-25'))).toEqual([
      { from: day('2026-11-26'), to: day('2026-11-27') },
      { from: day('2026-11-27'), to: day('2026-11-28') },
    ]);
  });

  it('skips the time in which no partition was created', () => {
    const existing = [{ from: day('2025-01-01'), to: day('2025-01-02') }];
    expect(missingRanges(existing, 1, day('2026-11-25'))[0]?.from).toEqual(day('2026-11-25'));
  });
});

describe(PartitionJob.name, () => {
  it("adds upcoming partitions with the table's indexes and keys", async () => {
    expect(await names()).toHaveLength(3);
    await job().run(never, daysFromNow(14));
    const found = await names();
    expect(found).toHaveLength(5);
    await add('later', daysFromNow(28));
    expect(await partitionOf('later')).toBe(found[4]);
    const indexes = await db.query(`SELECT 1 FROM pg_indexes WHERE tablename = $1`, [found[4]]);
    expect(indexes).toHaveLength(2);
    await expect(add('', daysFromNow(28))).rejects.toThrow('entry_note_check');
    await expect(
      add('twice', daysFromNow(-100)).then(() => add('twice', daysFromNow(0))),
    ).resolves.toBeDefined();
    const orphan = `INSERT INTO entry (id, note, owner_id) VALUES ($1, 'x', gen_random_uuid())`;
    await expect(db.query(orphan, [lowestIdAt(daysFromNow(27))])).rejects.toThrow('foreign key');
  });

  it('drops partitions past the stored retention', async () => {
    await add('kept', new Date());
    await job().run(never, daysFromNow(29));
    expect(await partitionOf('kept')).toBeDefined();
    await db.query('UPDATE partitioned_table SET retention_days = 14');
    await job().run(never, daysFromNow(29));
    expect(await partitionOf('kept')).toBeUndefined();
  });

  it('drops nothing without a retention', async () => {
    await db.query('UPDATE partitioned_table SET retention_days = NULL');
    await add('kept', daysFromNow(-4_000));
    await job().run(never, daysFromNow(4_000));
    expect(await partitionOf('kept')).toBe('entry_default');
  });

  it('accepts rows outside all ranges and deletes expired ones', async () => {
    await add('old', daysFromNow(-31));
    await add('recent', daysFromNow(-20));
    await job().run(never);
    expect(await partitionOf('old')).toBeUndefined();
    expect(await partitionOf('recent')).toBe('entry_default');
  });

  it("moves early rows out of the default partition and fires the table's triggers", async () => {
    await db.query(`CREATE TABLE entry_count (rows bigint NOT NULL)`);
    await db.query(`INSERT INTO entry_count VALUES (0)`);
    await db.query(`CREATE FUNCTION count_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE entry_count SET rows = rows + CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END; RETURN NULL; END $$`);
    await db.query(`CREATE TRIGGER entry_counted AFTER INSERT OR DELETE ON entry
      FOR EACH ROW EXECUTE FUNCTION count_entry()`);
    await add('early', daysFromNow(40));
    expect(await partitionOf('early')).toBe('entry_default');
    await job().run(never, daysFromNow(30));
    expect(await partitionOf('early')).toMatch(/^entry_p2/);
    expect(await db.query('SELECT rows::int FROM entry_count')).toEqual([{ rows: 1 }]);
  });

  it('moves early rows of several ranges in one run', async () => {
    await add('first', daysFromNow(71));
    await add('second', daysFromNow(80));
    await job().run(never, daysFromNow(70));
    expect(await partitionOf('first')).toMatch(/^entry_p2/);
    expect(await partitionOf('second')).toMatch(/^entry_p2/);
    expect(await partitionOf('second')).not.toBe(await partitionOf('first'));
  });

  it('is safe in several replicas concurrently', async () => {
    await Promise.all([1, 2, 3, 4].map(() => job().run(never, daysFromNow(60))));
    expect(new Set(await names()).size).toBe((await names()).length);
  });

  it('does not block the table while another transaction uses it', async () => {
    await add('old', new Date());
    const runner = source.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`INSERT INTO entry (id, note) VALUES ($1, 'open')`, [
      lowestIdAt(daysFromNow(1)),
    ]);
    await expect(job().run(never, daysFromNow(60))).rejects.toThrow('partitions not up to date');
    await runner.commitTransaction();
    await runner.release();
    await job().run(never, daysFromNow(60));
    expect(await partitionOf('old')).toBeUndefined();
  });
});
