import type { QueryRunner } from 'typeorm';
import { z } from 'zod';
import { lowestIdAt, creationTimeOf } from './new-id.js';
import { execute, row, rows, type Executor } from './sql.js';

const existsRow = z.object({ exists: z.boolean() });

/**
 * Plan of a table partitioned by ranges of UUIDv7 ids. Stored as data, so an operator changes the retention by an
 * UPDATE.
 *
 * Rows outside all ranges go to the default partition. An insert never fails because the job is late, a clock is
 * wrong or an old event is replayed.
 */
export interface PartitionPlan {
  table: string;
  stepDays: number;
  /** Partitions whose newest row is older are dropped; `null` disables dropping. */
  retentionDays: number | null;
}

/** Number of partitions created in advance. */
const STEPS_AHEAD = 2;
const DAY_MS = 86_400_000;

interface Range {
  from: Date;
  to: Date;
}

interface Partition extends Range {
  name: string;
}

/**
 * Call in a migration after `CREATE TABLE … PARTITION BY RANGE (id)` and its indexes. The table has no identity
 * column because PostgreSQL allows it on partitioned tables only from version 17 on; a sequence default does the
 * same.
 *
 * @example await startPartitions(runner, { table: 'signal', stepDays: 7, retentionDays: 90 });
 */
export async function startPartitions(runner: QueryRunner, plan: PartitionPlan): Promise<void> {
  const { table, stepDays, retentionDays } = plan;
  await runner.query(
    `INSERT INTO partitioned_table (name, step_days, retention_days) VALUES ($1, $2, $3)`,
    [table, stepDays, retentionDays],
  );
  await runner.query(`CREATE TABLE ${table}_default PARTITION OF ${table} DEFAULT`);
  for (const range of missingRanges([], stepDays, new Date())) {
    await runner.query(
      `CREATE TABLE ${nameOf(table, range)} PARTITION OF ${table} ${boundsOf(range)}`,
    );
  }
}

const planRow = z.object({
  table: z.string(),
  stepDays: z.number(),
  retentionDays: z.number().nullable(),
});

export const partitionPlans = (executor: Executor): Promise<PartitionPlan[]> =>
  rows(
    executor,
    planRow,
    `SELECT name AS "table", step_days AS "stepDays", retention_days AS "retentionDays"
       FROM partitioned_table ORDER BY name`,
  );

/** Returns the missing ranges from now up to STEPS_AHEAD steps ahead. */
export function missingRanges(existing: readonly Range[], stepDays: number, now: Date): Range[] {
  const stepMs = stepDays * DAY_MS;
  const alignedTo = (at: number) => Math.floor(at / stepMs) * stepMs;
  const end = alignedTo(now.getTime()) + (1 + STEPS_AHEAD) * stepMs;
  const ranges: Range[] = [];
  let from = Math.max(alignedTo(now.getTime()), ...existing.map(({ to }) => to.getTime()));
  while (from < end) {
    const to = alignedTo(from) + stepMs;
    ranges.push({ from: new Date(from), to: new Date(to) });
    from = to;
  }
  return ranges;
}

/** Returns the partitions that contain only rows past the retention. */
export const expiredPartitions = (
  existing: readonly Partition[],
  retentionDays: number | null,
  now: Date,
): Partition[] =>
  existing.filter(
    ({ to }) => retentionDays !== null && to.getTime() <= now.getTime() - retentionDays * DAY_MS,
  );

const partitionRow = z.object({ name: z.string(), from: z.guid(), to: z.guid() });

/** Excludes the default partition. */
export async function findPartitions(executor: Executor, table: string): Promise<Partition[]> {
  const found = await rows(
    executor,
    partitionRow,
    String.raw`SELECT c.relname AS name, bound[1] AS "from", bound[2] AS "to"
       FROM pg_inherits AS i
       JOIN pg_class AS c ON c.oid = i.inhrelid
       CROSS JOIN LATERAL regexp_match(pg_get_expr(c.relpartbound, c.oid),
         'FROM \(''([0-9a-f-]{36})''\) TO \(''([0-9a-f-]{36})''\)') AS bound
      WHERE i.inhparent = $1::regclass AND bound IS NOT NULL
      ORDER BY 2`,
    [table],
  );
  return found.map(({ name, from, to }) => ({
    name,
    from: creationTimeOf(from),
    to: creationTimeOf(to),
  }));
}

/**
 * Adds a partition. Rows of its range in the default partition move into it through the table itself, so that its
 * triggers see the deletions and inserts.
 */
export async function addPartition(tx: Executor, table: string, range: Range): Promise<void> {
  const name = nameOf(table, range);
  const bounds = [lowestIdAt(range.from), lowestIdAt(range.to)];
  const inRange = 'id >= $1 AND id < $2';
  await execute(tx, `LOCK TABLE ${table}_default IN ACCESS EXCLUSIVE MODE`);
  const stray = await row(
    tx,
    existsRow,
    `SELECT EXISTS (SELECT 1 FROM ${table}_default WHERE ${inRange}) AS "exists"`,
    bounds,
  );
  if (stray?.exists) {
    await execute(tx, `CREATE TEMP TABLE stray AS SELECT * FROM ${table} LIMIT 0`);
    await execute(tx, `INSERT INTO stray SELECT * FROM ${table}_default WHERE ${inRange}`, bounds);
    await execute(tx, `DELETE FROM ${table} WHERE ${inRange}`, bounds);
  }
  // Creates a separate table and attaches it: creating it as a partition would lock out all readers and writers of
  // the table.
  await execute(
    tx,
    `CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)`,
  );
  await execute(tx, `ALTER TABLE ${table} ATTACH PARTITION ${name} ${boundsOf(range)}`);
  if (stray?.exists) {
    await execute(tx, `INSERT INTO ${table} SELECT * FROM stray`);
    // The next range in the same transaction may need the table name.
    await execute(tx, 'DROP TABLE stray');
  }
}

const nameOf = (table: string, { from }: Range): string =>
  `${table}_p${from.toISOString().slice(0, 10).replaceAll('-', '')}`;

const boundsOf = ({ from, to }: Range): string =>
  `FOR VALUES FROM ('${lowestIdAt(from)}') TO ('${lowestIdAt(to)}')`;
