/**
 * `node services/auth/test/bench/keys.mjs` (after `make build`) compares the cost of an API key lookup with 1,000,000
 * keys and with 1,000, in alternating calls. Exits with 1 if the median is more than 1.2 times as high.
 */
import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { ApiKeysService } from '../../dist/api-keys/api-keys.service.js';
import { auth } from '../../dist/auth.service-definition.js';
import { Database } from '@casement/common/data/database/database.js';
import { testApp } from '@casement/common/testing/test-app.js';
import { testDatabase } from '@casement/common/testing/test-database.js';
import { startTestServers } from '@casement/local/testing/test-servers.js';

const FEW = 1_000;
const MANY = Number(process.env.BENCH_KEYS ?? 1_000_000);
const KEYS_EACH = 20;
const CALLS = 4_000;
const MAX_RATIO = 1.2;

const servers = await startTestServers();
try {
  process.env.TEST_POSTGRES_URL = servers.postgresUrl;
  process.env.TEST_NATS_URL = servers.natsUrl;
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  await servers.stop();
}

async function main() {
  const variants = [await serviceWith(FEW), await serviceWith(MANY)];
  const times = variants.map(() => []);
  for (let n = 0; n < CALLS + FEW; n += 1) {
    for (const [which, variant] of variants.entries()) {
      const took = await find(variant, n);
      // Not measured: the first calls open connections and record the use and network of each key.
      if (n >= FEW) times[which].push(took);
    }
  }
  for (const all of times) all.sort((a, b) => a - b);
  const at = (part) => times.map((all) => all[Math.floor(CALLS * part)]);
  console.log(
    `\n| look at a key | ${FEW} keys | ${MANY} keys | ratio |\n| --- | --- | --- | --- |`,
  );
  for (const [name, part] of [
    ['median', 0.5],
    ['p95', 0.95],
  ]) {
    const [few, many] = at(part);
    const cells = [name, `${few.toFixed(3)} ms`, `${many.toFixed(3)} ms`, (many / few).toFixed(2)];
    console.log(`| ${cells.join(' | ')} |`);
  }
  for (const { app, database } of variants) {
    await app.close();
    await database.close();
  }
  const [few, many] = at(0.5);
  return many / few <= MAX_RATIO;
}

async function serviceWith(keys) {
  const database = await testDatabase(auth.database.migrations);
  const app = await testApp(auth, { database });
  const db = app.get(Database);
  // Inserts everything in one statement, which needs longer than the statement timeout allows.
  await db.transaction(async (tx) => {
    await tx.query('SET LOCAL statement_timeout = 0');
    await tx.query(
      `INSERT INTO user_account (id, username, email, password_hash, created_at, updated_at)
       SELECT gen_random_uuid(), 'user-' || n, 'user-' || n || '@example.test', 'x', now(), now()
       FROM generate_series(1, $1) AS n`,
      [Math.ceil(keys / KEYS_EACH)],
    );
    await tx.query(
      `INSERT INTO api_key (id, user_id, name, key_hash, ending, scopes, networks)
       SELECT gen_random_uuid(), u.id, 'key', sha256(convert_to('key-' || n, 'UTF8')), 'abcd',
              '{quota:read}', '{}'
       FROM generate_series(0, $1::int - 1) AS n
       JOIN user_account u ON u.username = 'user-' || (n / ${KEYS_EACH} + 1)`,
      [keys],
    );
  });
  await db.query('VACUUM ANALYZE api_key, user_account');
  return { app, database, keys, service: app.get(ApiKeysService) };
}

/** Looks up the same number of keys on both sides, spread over the table. */
async function find({ service, keys }, n) {
  const hash = createHash('sha256')
    .update(`key-${((n * 719) % FEW) * (keys / FEW)}`)
    .digest();
  const startedAt = performance.now();
  const found = await service.find(hash, '198.18.0.1');
  const took = performance.now() - startedAt;
  if (!found) throw new Error('a key was not found');
  return took;
}
