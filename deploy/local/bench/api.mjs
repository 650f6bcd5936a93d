/**
 * What a call costs, beside a bare NestJS route with one row of PostgreSQL, in one run on one machine:
 *
 *   make bench-api                      (rounds=5 seconds=4; profile=FOLDER also profiles each process)
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
const SECONDS = Number(options.seconds ?? 4);
/** Of /proc/PID/stat. */
const TICKS_PER_SECOND = 100;

const median = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];

const product = await startProduct();
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

  // An address each second or so stays below the gateway's limits.
  const headers = Array.from({ length: 2_500 }, (_, n) => ({
    authorization: `Bearer ${user.accessToken}`,
    'x-real-ip': `198.18.${n >> 8}.${n & 255}`,
  }));
  const [profile, versions] = ['/api/user/profile', '/api/user/windows-versions'];
  const [auth, install, gateway] = ['auth', 'install', 'gateway'].map(pidOf);
  const cases = [
    { name: 'bare route', url: `${bare.url}/users/${user.id}`, pids: { service: bare.pid } },
    { name: 'profile', url: at('auth') + profile, pids: { service: auth } },
    { name: 'versions', url: at('install') + versions, pids: { service: install } },
    { name: 'profile, gateway', url: product.base + profile, pids: { service: auth, gateway } },
    {
      name: 'versions, gateway',
      url: product.base + versions,
      pids: { service: install, gateway },
    },
  ].filter(({ name }) => !options.only || name === 'bare route' || name.includes(options.only));

  for (const { url } of cases) await load({ url, headers, seconds: 2 });
  const results = cases.map(() => []);
  // In turns, so that other load of the machine meets all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [n, one] of cases.entries()) results[n].push(await measure(one, headers));
  }
  report(cases, results);
  if (options.profile) await profileEach(cases, headers);
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

async function startBare(databaseUrl) {
  const port = await freePort();
  const env = { ...process.env, DATABASE_URL: databaseUrl, HTTP_PORT: String(port) };
  const { pid } = await beside.start('bare', join(import.meta.dirname, 'bare.mjs'), env);
  const url = `http://127.0.0.1:${port}`;
  await until('the bare route', () => fetch(url).catch(() => undefined));
  return { url, pid };
}

async function measure({ url, pids }, headers) {
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
  console.log('\n| | calls/s | of the bare route | CPU per call, µs | of the bare route |');
  console.log('| --- | --: | --: | --: | --: |');
  const [bare] = results;
  const bareMicros = median(bare.map(({ micros }) => micros[0]));
  cases.forEach(({ name, pids }, n) => {
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
    ];
    console.log(`| ${cells.join(' | ')} |`);
  });
}

async function profileEach(cases, headers) {
  mkdirSync(options.profile, { recursive: true });
  for (const { name, url, pids } of cases) {
    for (const [which, pid] of Object.entries(pids)) {
      const file = join(options.profile, `${name}-${which}.cpuprofile`.replaceAll(/[, ]+/g, '-'));
      const lines = await profiled(pid, file, () => load({ url, headers, seconds: SECONDS }));
      console.log(`\n${name}, ${which} (${file})\n${lines.join('\n')}`);
    }
  }
}
