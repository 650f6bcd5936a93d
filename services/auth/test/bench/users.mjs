/**
 * `node services/auth/test/bench/users.mjs` (after `make build`) compares the cost of the users list, its search and
 * a sign-in with 100,000 imported users and with 100. Exits with 1 if the median is more than twice as high.
 */
import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hash } from '@node-rs/argon2';
import { auth } from '../../dist/auth.service-definition.js';
import { ServiceClients } from '../../dist/clients/service-clients.js';
import { testApp } from '@casement/common/testing/test-app.js';
import { testDatabase } from '@casement/common/testing/test-database.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { startTestServers } from '@casement/local/testing/test-servers.js';

const FEW = 100;
const MANY = Number(process.env.BENCH_USERS ?? 100_000);
const CALLS = 60;
const MAX_RATIO = 2;
const PASSWORD = 'Secret-1!';
const NAMES = ['rahmat', 'siti', 'budi', 'dewi', 'agus', 'putri', 'eko', 'wati', 'joko', 'ayu'];
const ADMIN = '01a1fd9f-0000-7000-8000-000000000000';

/** The other services return empty responses immediately because only auth is measured. */
const clients = { findBalances: async () => [], findTelegramLinks: async () => [] };

const servers = await startTestServers();
const folder = mkdtempSync(join(tmpdir(), 'casement-bench-'));
try {
  process.env.TEST_POSTGRES_URL = servers.postgresUrl;
  process.env.TEST_NATS_URL = servers.natsUrl;
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
  await servers.stop();
}

async function main() {
  const few = await serviceWith(FEW);
  const many = await serviceWith(MANY);
  let isFast = true;
  console.log(`\n| median | ${FEW} users | ${MANY} users | ratio |\n| --- | --- | --- | --- |`);
  const cases = [
    ['list, first page', (service) => list(service, 'page=1')],
    ['list, last page', (service) => list(service, `page=${Math.ceil(service.users / 15)}`)],
    ['by username, first page', (service) => list(service, 'sort=username&order=asc')],
    [
      'by username, middle page',
      (service) => list(service, `sort=username&order=asc&page=${Math.ceil(service.users / 30)}`),
    ],
    ['search, one match', (service) => list(service, 'search=siti-00071')],
    ['search, no match', (service) => list(service, 'search=nobody-here')],
    ['search, a tenth of all', (service) => list(service, 'search=joko')],
    ['search, everybody', (service) => list(service, 'search=example.test')],
    ['search, two letters', (service) => list(service, 'search=ay')],
    ['sign-in', (service) => signIn(service)],
    ['sign-in, wrong password', wrongPassword],
    ['sign-in, unknown name', unknownName],
  ];
  for (const [name, call] of cases) {
    const [small, large] = await alternately([few, many], call);
    const ratio = large / small;
    isFast &&= ratio <= MAX_RATIO;
    console.log(`| ${name} | ${ms(small)} | ${ms(large)} | ${ratio.toFixed(2)} |`);
  }
  console.log('\nA wrong password beside an unknown name, which must not tell themselves apart:');
  for (const service of [few, many]) {
    // Measured alternately, because the rows above were measured one after the other under varying load.
    const [known, unknown] = await alternately([wrongPassword, unknownName], (call) =>
      call(service),
    );
    const ratio = (known / unknown).toFixed(2);
    console.log(`${service.users} users: ${ms(known)} and ${ms(unknown)}, ${ratio}`);
  }
  for (const { app, database } of [few, many]) {
    await app.close();
    await database.close();
  }
  return isFast;
}

async function serviceWith(users) {
  const database = await testDatabase(auth.database.migrations);
  const app = await testApp(auth, {
    database,
    env: { THROTTLE_FACTOR: '10000', ADMIN_PASSWORD: PASSWORD },
    override: [[ServiceClients, clients]],
  });
  const file = join(folder, `${users}.csv`);
  writeFileSync(file, await csvOf(users));
  const startedAt = performance.now();
  const program = fileURLToPath(new URL('../../dist/import-users.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, file], {
    env: { ...process.env, ...app.env },
  });
  console.log(`${stdout.trim()} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  // Waits until the service has fetched the keys that verify its callers' tokens.
  await waitFor(() => list({ app }, 'page=1'));
  return { app, database, users };
}

async function csvOf(users) {
  const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const lines = ['id,username,email,password_hash,created_at'];
  for (let n = 0; n < users; n += 1) {
    const name = `${NAMES[n % NAMES.length]}-${String(n).padStart(5, '0')}`;
    const email = n % 3 === 0 ? '' : `${name}@example.test`;
    const at = new Date(Date.UTC(2020, 0, 1) + n * 60_000).toISOString();
    lines.push(`${n + 1},${name},${email},"${passwordHash}",${at}`);
  }
  return lines.join('\n');
}

async function list({ app }, query) {
  const headers = app.as({ userId: ADMIN, admin: true });
  const startedAt = performance.now();
  const answer = await fetch(`${app.url}/api/admin/users?${query}`, { headers });
  await answer.arrayBuffer();
  const took = performance.now() - startedAt;
  if (!answer.ok) throw new Error(`the list answered ${answer.status}`);
  return took;
}

function wrongPassword(service) {
  return signIn(service, { password: 'Wrong-pass-1!' });
}

function unknownName(service) {
  return signIn(service, { username: 'nobody-here' });
}

/** Signs in. Fields in `wrong` make the call fail, to measure a refusal. */
async function signIn({ app }, wrong = {}) {
  const { captcha } = await (await fetch(`${app.url}/api/auth/captcha`)).json();
  const body = JSON.stringify({
    username: 'siti-00071',
    password: PASSWORD,
    ...wrong,
    captchaId: captcha.id,
    captchaAnswer: String(solve(captcha.question)),
  });
  const headers = { 'content-type': 'application/json', origin: 'http://localhost:8080' };
  const startedAt = performance.now();
  const answer = await fetch(`${app.url}/api/auth/login`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  const took = performance.now() - startedAt;
  const expected = Object.keys(wrong).length > 0 ? 401 : 200;
  if (answer.status !== expected) throw new Error(`the sign-in answered ${answer.status}`);
  return took;
}

function solve(question) {
  const [, a, operator, b] = /^(\d+) ([+x-]) (\d+)/.exec(question);
  if (operator === '+') return Number(a) + Number(b);
  return operator === '-' ? a - b : a * b;
}

/** Alternates the calls so that other load on the machine affects both sides. Returns medians in milliseconds. */
async function alternately(variants, call) {
  const times = variants.map(() => []);
  for (let n = 0; n < CALLS + 5; n += 1) {
    for (const [which, variant] of variants.entries()) {
      const took = await call(variant);
      // Not measured: the first calls open connections and compile code.
      if (n >= 5) times[which].push(took);
    }
  }
  return times.map((all) => all.sort((a, b) => a - b)[CALLS / 2]);
}

function ms(value) {
  return `${value.toFixed(1)} ms`;
}
