/**
 * `make bench-retention`: what a page, a write and the dropping of a partition cost with 10,000,000 rows of steps,
 * signals and audit, beside the same with 100,000 (rows=…, few=…, only=signal). Ends with 1 where a median is more than
 * twice as much and above 5 ms. A dropped partition gives its blocks back to the file system, so beside it stands what it
 * takes to empty a file as large. Some minutes, most of them for filling, and some gigabytes while it runs.
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
import { configureLogging } from '@casement/common/core/logging/logger.js';
import { testDatabase } from '@casement/common/testing/test-database.js';
import { startTestServers } from '../dist/testing/test-servers.js';
import { TABLES } from './retention-tables.mjs';

const options = Object.fromEntries(process.argv.slice(2).map((word) => word.split('=')));
const SIZES = [Number(options.few ?? 100_000), Number(options.rows ?? 10_000_000)];
const CALLS = Number(options.calls ?? 200);
const MAX_RATIO = 2;
const FAST_MS = 5;
const DAY_MS = 86_400_000;
/** Partitions past their retention, dropped one after the other. */
const EXPIRED = 5;
const NEVER = new AbortController().signal;
const NO_JOBS = { every: () => undefined };

configureLogging('bench', 'silent');
const servers = await startTestServers();
process.env.TEST_POSTGRES_URL = servers.postgresUrl;
try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  await servers.stop();
}

async function main() {
  const [few, many] = SIZES.map((rows) => rows.toLocaleString('en'));
  const lines = [];
  let isFast = true;
  for (const table of TABLES.filter(({ name }) => name === (options.only ?? name))) {
    const both = [await filled(table, SIZES[0]), await filled(table, SIZES[1])];
    for (const [what, work] of Object.entries(table.works)) {
      const [small, large] = await inTurns(both, CALLS, ({ db, pick }) => work(db, pick()));
      isFast = report(lines, `${table.name}, ${what}`, small, large) && isFast;
    }
    const [small, large] = await inTurns(both, EXPIRED, ({ drop }) => drop());
    const [emptying, mib] = emptied(both[1].largestDropped());
    const title = `${table.name}, prune (${mib} MiB; a file as large ${emptying.toFixed(2)} ms)`;
    isFast = report(lines, title, small, large, emptying) && isFast;
    for (const { close } of both) await close();
  }
  console.log(
    `\n| median | ${few} | ${many} | ratio |\n| --- | --- | --- | --- |\n${lines.join('\n')}`,
  );
  return isFast;
}

/** A database of its own with so many rows, spread evenly over the retention and EXPIRED partitions before it. */
async function filled({ name, service, fill, retentionDays, keys }, rows) {
  const begun = performance.now();
  const database = await testDatabase(service.database.migrations);
  const { entities } = service.database;
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
  const { stepDays } = (await partitionPlans(db.manager)).find(({ table }) => table === name);
  const stepMs = stepDays * DAY_MS;
  const [first] = await findPartitions(db.manager, name);
  const steps = Math.ceil(retentionDays / stepDays) + EXPIRED;
  const from = new Date(first.from.getTime() - steps * stepMs);
  for (let n = 0; n < steps; n += 1) {
    const range = [n, n + 1].map((at) => new Date(from.getTime() + at * stepMs));
    await db.transaction((tx) => addPartition(tx, name, { from: range[0], to: range[1] }));
  }
  await database.query('SET statement_timeout = 0');
  // What other tables it refers to is not measured.
  await database.query('SET session_replication_role = replica');
  const days = (Date.now() - from.getTime()) / DAY_MS;
  await database.query(fill, [rows, days, from]);
  await database.query('SET session_replication_role = origin');
  await database.query('VACUUM ANALYZE');
  console.log(
    `${name}: ${rows.toLocaleString('en')} rows in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  );

  const job = new PartitionJob(db, NO_JOBS);
  // At each of these moments one more partition has expired.
  let dropped = 0;
  let largest = 0;
  return {
    largestDropped: () => largest,
    db,
    pick: () => keys(Math.random(), rows),
    drop: async () => {
      dropped += 1;
      const now = from.getTime() + dropped * stepMs + retentionDays * DAY_MS;
      const isExpired = ({ to }) => to.getTime() <= now - retentionDays * DAY_MS;
      const [expired] = (await findPartitions(db.manager, name)).filter(isExpired);
      if (!expired) throw new Error(`${name}: there is nothing to drop`);
      const size = `SELECT pg_total_relation_size($1::regclass)::float8 AS bytes`;
      const [{ bytes }] = await database.query(size, [expired.name]);
      largest = Math.max(largest, bytes);
      const begunAt = performance.now();
      await job.run(NEVER, new Date(now));
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

/** One of each after the other, so that other load on the machine affects both. Medians, in milliseconds. */
async function inTurns(both, calls, work) {
  const times = both.map(() => []);
  for (let n = 0; n < calls; n += 1)
    for (const [which, one] of both.entries()) {
      const begun = performance.now();
      const took = await work(one);
      times[which].push(typeof took === 'number' ? took : performance.now() - begun);
    }
  return times.map((all) => all.sort((a, b) => a - b)[Math.floor(calls / 2)]);
}

/** Milliseconds that emptying a file of so many bytes takes, the median of three, and its MiB. */
function emptied(bytes) {
  const folder = mkdtempSync(join(tmpdir(), 'casement-bench-'));
  const mib = Math.ceil(bytes / 2 ** 20);
  const times = [1, 2, 3].map((n) => {
    const path = join(folder, String(n));
    const file = openSync(path, 'w');
    for (let written = 0; written < mib; written += 1) writeSync(file, Buffer.alloc(2 ** 20, n));
    fsyncSync(file);
    closeSync(file);
    const begun = performance.now();
    truncateSync(path);
    return performance.now() - begun;
  });
  rmSync(folder, { recursive: true });
  return [times.sort((a, b) => a - b)[1], mib];
}

/** @param atLeast what no software can do without */
function report(lines, title, small, large, atLeast = 0) {
  const ratio = large / small;
  lines.push(
    `| ${title} | ${small.toFixed(2)} ms | ${large.toFixed(2)} ms | ${ratio.toFixed(2)} |`,
  );
  return large <= MAX_RATIO * (small + atLeast) || large <= FAST_MS;
}
