/**
 * `make bench` compares the cost of one page of the history and of the ledger for a user with 1,000,000 rows and a
 * user with 1,000 rows in the same tables. Exits with 1 if the large user's page costs more than twice as much.
 */
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { Database } from '@casement/common/data/database/database.js';
import { runMigrations } from '@casement/common/data/database/run-migrations.js';
import { verifyBooks } from '../../dist/cli/verify-books.js';
import { billing } from '../../dist/billing.service-definition.js';
import { LedgerRepository } from '../../dist/ledger/ledger.repository.js';
import { TopupsRepository } from '../../dist/topups/topups.repository.js';
import { startTestServers } from '@casement/local/testing/test-servers.js';
import { fill } from './fill.mjs';

const FEW = 1_000;
const MANY = Number(process.env.BENCH_ROWS ?? 1_000_000);
const CALLS = 400;
const PAGE_SIZE = 15;
const MAX_RATIO = 2;

const servers = await startTestServers();
try {
  process.exitCode = (await main(servers.postgresUrl)) ? 0 : 1;
} finally {
  await servers.stop();
}

async function main(url) {
  await runMigrations(url, billing.database.migrations);
  const { entities } = billing.database;
  const settings = { url, applicationName: 'bench', entities };
  const source = await createDataSource(settings).initialize();
  try {
    const [few, many] = [randomUUID(), randomUUID()];
    await fill(source, few, FEW);
    await timed(`filled ${MANY.toLocaleString('en')} top-ups and ledger entries`, () =>
      fill(source, many, MANY),
    );
    await source.query('VACUUM ANALYZE');

    const db = new Database(source);
    const views = [
      ['history', new TopupsRepository(db)],
      ['ledger', new LedgerRepository(db)],
    ];
    let isFast = true;
    console.log(`\n| page | ${FEW} rows | ${MANY} rows | ratio |\n| --- | --- | --- | --- |`);
    for (const [name, repository] of views) {
      for (const [label, part] of [
        ['first', 0],
        ['middle', 0.5],
        ['last', 1],
      ]) {
        const ask = (userId, rows) => {
          const page = Math.max(Math.ceil((rows / PAGE_SIZE) * part), 1);
          return () => repository.page(userId, { page, pageSize: PAGE_SIZE });
        };
        const [small, large] = await alternately(ask(few, FEW), ask(many, MANY));
        const ratio = large / small;
        isFast &&= ratio <= MAX_RATIO;
        console.log(`| ${name}, ${label} | ${ms(small)} | ${ms(large)} | ${ratio.toFixed(2)} |`);
      }
    }
    await explain(source, many);
    const verdict = await timed('\nnode dist/verify.js', () =>
      verifyBooks({
        ...process.env,
        DATABASE_URL: url,
        NATS_URL: 'nats://127.0.0.1',
        AUTH_JWKS_URL: 'http://127.0.0.1',
      }),
    );
    console.log(verdict.text.split('\n')[0]);
    return isFast && verdict.isCorrect;
  } finally {
    await source.destroy();
  }
}

/** Alternates the calls so that other load on the machine affects both alike. Returns medians in milliseconds. */
async function alternately(first, second) {
  const times = [[], []];
  for (let n = 0; n < CALLS; n += 1) {
    for (const [which, call] of [first, second].entries()) {
      const startedAt = performance.now();
      await call();
      times[which].push(performance.now() - startedAt);
    }
  }
  return times.map((all) => all.sort((a, b) => a - b)[CALLS / 2]);
}

/** Explains the statements as TypeORM writes them, for the deepest page. */
async function explain(source, userId) {
  const statements = {
    'history, last page': `SELECT * FROM topup WHERE user_id = $1 AND user_no BETWEEN 1 AND 15 ORDER BY user_no DESC`,
    'history, total': 'SELECT topups FROM topup_count WHERE user_id = $1',
    'ledger, last page': `SELECT * FROM ledger_entry WHERE user_id = $1 AND entry_no BETWEEN 1 AND 15 ORDER BY entry_no DESC`,
    'ledger, total': 'SELECT * FROM balance WHERE user_id = $1',
  };
  for (const [name, sql] of Object.entries(statements)) {
    const plan = await source.query(`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${sql}`, [userId]);
    console.log(`\n${name}\n${plan.map((row) => `  ${row['QUERY PLAN']}`).join('\n')}`);
  }
}

async function timed(what, work) {
  const startedAt = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

function ms(value) {
  return `${value.toFixed(2)} ms`;
}
