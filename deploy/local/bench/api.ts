/**
 * What a call costs, beside a bare NestJS route with one row of PostgreSQL, in one run on one machine:
 *
 *   make bench-api                      (rounds=5 seconds=2; only=ledger; profile=FOLDER also profiles each process)
 *
 * The ten reads that pages and programs make most, at their service and through the gateway, with a session and, where
 * keys may call them, with an API key.
 *
 * Ratios of two figures of one run can be compared between machines, calls per second cannot. On a machine with other
 * work look at the processor's time per call.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Beside } from '../rollout/beside.mjs';
import { ADMIN, freePort, startProduct, until } from '../rollout/product.mjs';
import { load } from './load.mjs';
import { profiled } from './profile.mjs';

const options = Object.fromEntries(process.argv.slice(2).map((word) => word.split('=')));
const ROUNDS = Number(options.rounds ?? 5);
const SECONDS = Number(options.seconds ?? 2);
/** Of /proc/PID/stat. */
const TICKS_PER_SECOND = 100;

/** Those that keys may call name the key's scope. */
const READS = [
  { name: 'dashboard', service: 'auth', path: '/api/user/dashboard' },
  { name: 'profile', service: 'auth', path: '/api/user/profile' },
  { name: 'sessions', service: 'auth', path: '/api/user/sessions' },
  {
    name: 'versions',
    service: 'install',
    path: '/api/user/windows-versions',
    scope: 'installs:read',
  },
  {
    name: 'installs',
    service: 'install',
    path: '/api/user/install-history',
    scope: 'installs:read',
  },
  { name: 'ledger', service: 'billing', path: '/api/user/quota/ledger', scope: 'quota:read' },
  { name: 'top-ups', service: 'billing', path: '/api/user/topup/history', scope: 'topups:read' },
  {
    name: 'payment methods',
    service: 'billing',
    path: '/api/user/payment-methods/enabled',
    scope: 'topups:read',
  },
  { name: 'telegram status', service: 'telegram', path: '/api/auth/telegram/status' },
  { name: 'notices', service: 'telegram', path: '/api/user/telegram-notifications/settings' },
];

const median = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];

const product = await startProduct({ env: { API_KEY_CALLS_PER_MINUTE: '1000000' } });
const beside = new Beside(product);
try {
  await main();
} finally {
  await beside.stop();
  await product.stop();
}

async function main() {
  const user = await signIn();
  const { processes, wiring } = product.run();
  const pidOf = (name) => processes.find((one) => one.name === name).pid;
  const at = (name) => `http://127.0.0.1:${wiring.addresses.http[name]}`;
  const bare = await startBare(wiring.databaseUrls.auth);

  const asUser = callers(user.accessToken);
  const keys = new Map();
  for (const scope of new Set(READS.map((read) => read.scope))) {
    if (scope) keys.set(scope, callers(await createKey(user, scope)));
  }
  const cases = [
    {
      name: 'bare route',
      url: `${bare.url}/users/${user.id}`,
      headers: asUser,
      pids: { service: bare.pid },
    },
    ...READS.flatMap(({ name, service, path, scope }) => {
      const direct = { url: at(service) + path, pids: { service: pidOf(service) } };
      const through = {
        url: product.base + path,
        pids: { service: pidOf(service), gateway: pidOf('gateway') },
      };
      return [
        { ...direct, name, headers: asUser },
        { ...through, name: `${name}, gateway`, headers: asUser },
        ...(scope
          ? [
              { ...direct, name: `${name}, key`, headers: keys.get(scope), beside: name },
              {
                ...through,
                name: `${name}, gateway, key`,
                headers: keys.get(scope),
                beside: `${name}, gateway`,
              },
            ]
          : []),
      ];
    }),
  ].filter(({ name }) => !options.only || name === 'bare route' || name.includes(options.only));

  for (const { url, headers } of cases) await load({ url, headers, seconds: 1 });
  const results = cases.map(() => []);
  // In turns, so that other load of the machine meets all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [n, one] of cases.entries()) results[n].push(await measure(one));
  }
  report(cases, results);
  if (options.profile) await profileEach(cases);
}

async function signIn() {
  const { captcha } = await (await fetch(`${product.base}/api/auth/captcha`)).json();
  const [, a, operator, b] = /(\d+) (.) (\d+)/.exec(captcha.question);
  const answer = { '+': +a + +b, '-': a - b, x: a * b }[operator];
  const body = { ...ADMIN, captchaId: captcha.id, captchaAnswer: String(answer) };
  const { data } = await (
    await fetch(`${product.base}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json();
  return { id: data.user.id, accessToken: data.accessToken };
}

async function createKey({ accessToken }, scope) {
  const answer = await fetch(`${product.base}/api/user/api-keys`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      origin: product.base,
    },
    body: JSON.stringify({ name: scope, scopes: [scope] }),
  });
  if (answer.status !== 201) throw new Error(`no key: ${await answer.text()}`);
  return (await answer.json()).data.key;
}

/** An address each second or so stays below the gateway's limits. */
function callers(bearer) {
  return Array.from({ length: 2_500 }, (_, n) => ({
    authorization: `Bearer ${bearer}`,
    'x-real-ip': `198.18.${n >> 8}.${n & 255}`,
  }));
}

async function startBare(databaseUrl) {
  const port = await freePort();
  const env = { ...process.env, DATABASE_URL: databaseUrl, HTTP_PORT: String(port) };
  const { pid } = await beside.start('bare', join(import.meta.dirname, 'bare.mjs'), env);
  const url = `http://127.0.0.1:${port}`;
  await until('the bare route', () => fetch(url).catch(() => undefined));
  return { url, pid };
}

async function measure({ url, headers, pids }) {
  const before = Object.values(pids).map(ticksOf);
  const { perSecond, answers } = await load({ url, headers, seconds: SECONDS });
  const micros = Object.values(pids).map(
    (pid, n) => ((ticksOf(pid) - before[n]) / TICKS_PER_SECOND / answers) * 1e6,
  );
  return { perSecond, micros };
}

/** Processor time of a process, its own and the kernel's for it. */
function ticksOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

function report(cases, results) {
  console.log(
    '\n| | calls/s | of the bare route | CPU per call, µs | of the bare route | with a session = 1 |',
  );
  console.log('| --- | --: | --: | --: | --: | --: |');
  const [bare] = results;
  const bareMicros = median(bare.map(({ micros }) => micros[0]));
  cases.forEach(({ name, pids, beside: session }, n) => {
    const perSecond = median(results[n].map((one) => one.perSecond));
    // Of one round each: what slowed one down slowed the other.
    const ratio = median(results[n].map((one, round) => one.perSecond / bare[round].perSecond));
    const micros = Object.keys(pids).map((_, p) => median(results[n].map((one) => one.micros[p])));
    const all = micros.reduce((a, b) => a + b);
    const cells = [
      name,
      perSecond.toFixed(0),
      ratio.toFixed(2),
      micros.map((one) => one.toFixed(0)).join(' + '),
      (bareMicros / all).toFixed(2),
      session ? costBeside(cases, results, n, session).toFixed(2) : '',
    ];
    console.log(`| ${cells.join(' | ')} |`);
  });
}

/** Time of one call with a key, where the same with a session takes 1. */
function costBeside(cases, results, n, session) {
  const other = results[cases.findIndex(({ name }) => name === session)];
  return median(results[n].map((one, round) => other[round].perSecond / one.perSecond));
}

async function profileEach(cases) {
  mkdirSync(options.profile, { recursive: true });
  for (const { name, url, headers, pids } of cases) {
    for (const [which, pid] of Object.entries(pids)) {
      const file = join(options.profile, `${name}-${which}.cpuprofile`.replaceAll(/[, ]+/g, '-'));
      const lines = await profiled(pid, file, () => load({ url, headers, seconds: SECONDS }));
      console.log(`\n${name}, ${which} (${file})\n${lines.join('\n')}`);
    }
  }
}
