/**
 * `make bench-retention`: compares a page, a write and the drop of a partition with 10,000,000 rows of steps, signals
 * and audit with the same for 100,000 (rows=…, few=…, only=signal). Exits with 1 if a median is more than twice as
 * large and above 5 ms. A dropped partition returns its blocks to the file system, so the time to empty a file of its
 * size is also printed. Takes some minutes, mostly for filling, and some gigabytes.
 */
import 'reflect-metadata';
import {
  mkdtempSync,
  openSync,
  closeSync,
  fsyncSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { Database } from '@casement/common/data/database/database.js';
import { PartitionJob } from '@casement/common/data/jobs/partition-job.js';
import {
  addPartition,
  findPartitions,
  partitionPlans,
} from '@casement/common/data/database/partitions.js';
import type { Jobs } from '@casement/common/data/jobs/jobs.js';
import { configureLogging } from '@casement/common/core/logging/logger.js';
import { testDatabase } from '@casement/common/testing/test-database.js';
import { startTestServers } from '@casement/local/testing/test-servers.js';
import { TABLES, type Table } from './retention-tables.js';

const options = Object.fromEntries(process.argv.slice(2).map((word) => word.split('='))) as Partial<
  Record<'few' | 'rows' | 'calls' | 'only', string>
>;
const FEW = Number(options.few ?? 100_000);
const MANY = Number(options.rows ?? 10_000_000);
const CALLS = Number(options.calls ?? 200);
const MAX_RATIO = 2;
const FAST_MS = 5;
const DAY_MS = 86_400_000;
const EXPIRED = 5;
const NEVER_ABORTED = new AbortController().signal;
const NO_JOBS = { every: () => undefined } as unknown as Jobs;

configureLogging('bench', 'silent');
const servers = await startTestServers();
process.env['TEST_POSTGRES_URL'] = servers.postgresUrl;
try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  await servers.stop();
}

async function main(): Promise<boolean> {
  const lines: string[] = [];
  let isFast = true;
  for (const table of TABLES.filter(({ name }) => name === (options.only ?? name))) {
    const both: Pair<Filled> = [await filled(table, FEW), await filled(table, MANY)];
    for (const [what, work] of Object.entries(table.works)) {
      const [small, large] = await alternately(both, CALLS, ({ db, pick }) => work(db, pick()));
      isFast = report(lines, `${table.name}, ${what}`, small, large) && isFast;
    }
    const [small, large] = await alternately(both, EXPIRED, ({ drop }) => drop());
    const [emptying, mib] = emptied(both[1].largestDropped());
    const title = `${table.name}, prune (${mib} MiB; a file as large ${emptying.toFixed(2)} ms)`;
    isFast = report(lines, title, small, large, emptying) && isFast;
    for (const { close } of both) await close();
  }
  console.log(
    `\n| median | ${FEW.toLocaleString('en')} | ${MANY.toLocaleString('en')} | ratio |\n| --- | --- | --- | --- |\n${lines.join('\n')}`,
  );
  return isFast;
}

type Pair<T> = [T, T];

interface Filled {
  db: Database;
  pick: () => { share: number; rows: number };
  /** Drops one expired partition. @returns the duration in ms */
  drop: () => Promise<number>;
  largestDropped: () => number;
  close: () => Promise<void>;
}

/** Creates a database whose rows are spread evenly over the retention period and EXPIRED partitions before it. */
async function filled(
  { name, service, fill, retentionDays }: Table,
  rows: number,
): Promise<Filled> {
  const startedAt = performance.now();
  const { entities, migrations } = service.database;
  const database = await testDatabase(migrations);
  const source = await createDataSource({
    url: database.url,
    applicationName: 'bench',
    entities,
  }).initialize();
  const db = new Database(source);
  await database.query(`UPDATE partitioned_table SET retention_days = $2 WHERE name = $1`, [
    name,
    retentionDays,
  ]);
  const { stepDays } = (await partitionPlans(db.manager)).find(({ table }) => table === name)!;
  const stepMs = stepDays * DAY_MS;
  const first = (await findPartitions(db.manager, name))[0]!;
  const steps = Math.ceil(retentionDays / stepDays) + EXPIRED;
  const from = new Date(first.from.getTime() - steps * stepMs);
  for (let n = 0; n < steps; n += 1) {
    const at = (step: number) => new Date(from.getTime() + step * stepMs);
    await db.transaction((tx) => addPartition(tx, name, { from: at(n), to: at(n + 1) }));
  }
  await database.query('SET statement_timeout = 0');
  // Foreign keys are excluded from the measurement.
  await database.query('SET session_replication_role = replica');
  const days = (Date.now() - from.getTime()) / DAY_MS;
  await database.query(fill, [rows, days, from]);
  await database.query('SET session_replication_role = origin');
  await database.query('VACUUM ANALYZE');
  console.log(
    `${name}: ${rows.toLocaleString('en')} rows in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );

  const job = new PartitionJob(db, NO_JOBS);
  // Number of partitions dropped so far. Each drop moves the time forward by one partition, so that another one has
  // expired.
  let dropped = 0;
  let largest = 0;
  return {
    largestDropped: () => largest,
    db,
    pick: () => ({ share: Math.random(), rows }),
    drop: async () => {
      dropped += 1;
      const now = from.getTime() + dropped * stepMs + retentionDays * DAY_MS;
      const isExpired = ({ to }: { to: Date }) => to.getTime() <= now - retentionDays * DAY_MS;
      const [expired] = (await findPartitions(db.manager, name)).filter(isExpired);
      if (!expired) throw new Error(`${name}: there is nothing to drop`);
      const size = `SELECT pg_total_relation_size($1::regclass)::float8 AS bytes`;
      const [found] = await database.query<{ bytes: number }>(size, [expired.name]);
      largest = Math.max(largest, found!.bytes);
      const begunAt = performance.now();
      await job.run(NEVER_ABORTED, new Date(now));
      const took = performance.now() - begunAt;
      const left = (await findPartitions(db.manager, name)).filter(isExpired);
      if (left.length > 0) throw new Error(`${name}: nothing was dropped`);
      return took;
    },
    close: async () => {
      await source.destroy();
      await database.close();
    },
  };
}

/** Alternates between both, so that other load on the machine affects them equally. @returns medians in ms */
async function alternately(
  both: Pair<Filled>,
  calls: number,
  work: (one: Filled) => Promise<unknown>,
): Promise<Pair<number>> {
  const times: Pair<number[]> = [[], []];
  for (let n = 0; n < calls; n += 1)
    for (const [which, one] of both.entries()) {
      const startedAt = performance.now();
      const took = await work(one);
      times[which]!.push(typeof took === 'number' ? took : performance.now() - startedAt);
    }
  const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(calls / 2)]!;
  return [median(times[0]), median(times[1])];
}

/** Empties files of that size. @returns the median of three in ms, and the size in MiB */
function emptied(bytes: number): Pair<number> {
  const folder = mkdtempSync(join(tmpdir(), 'casement-bench-'));
  const mib = Math.ceil(bytes / 2 ** 20);
  const times = [1, 2, 3].map((n) => {
    const path = join(folder, String(n));
    const file = openSync(path, 'w');
    for (let written = 0; written < mib; written += 1) writeSync(file, Buffer.alloc(2 ** 20, n));
    fsyncSync(file);
    closeSync(file);
    const startedAt = performance.now();
    truncateSync(path);
    return performance.now() - startedAt;
  });
  rmSync(folder, { recursive: true });
  return [times.sort((a, b) => a - b)[1]!, mib];
}

/**
 * @param atLeast ms that no software can avoid
 * @returns whether it is fast enough
 */
function report(
  lines: string[],
  title: string,
  small: number,
  large: number,
  atLeast = 0,
): boolean {
  const ratio = large / small;
  lines.push(
    `| ${title} | ${small.toFixed(2)} ms | ${large.toFixed(2)} ms | ${ratio.toFixed(2)} |`,
  );
  return large <= MAX_RATIO * (small + atLeast) || large <= FAST_MS;
}
