/**
 * Compares the cost of an API call with a bare NestJS route that reads one row of PostgreSQL, in one run on one
 * machine:
 *
 *   make bench-api                      (rounds=5 seconds=2; only=ledger; profile=FOLDER also profiles each process)
 *
 * Measures the ten most frequent reads, directly at their service and through the gateway, with a session and, if API
 * keys may call them, with an API key.
 *
 * Ratios within one run can be compared between machines, calls per second cannot. On a busy machine use the CPU time
 * per call.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RELAY, ServiceName } from '@casement/local/addresses.js';
import { ExtraProcesses } from '../rollout/extra-processes.js';
import { freePort, startProduct, until } from '../rollout/product.js';
import { TestUser, type Call } from '../rollout/test-user.js';
import { load } from './load.js';
import { profiled } from './profile.js';

const options = Object.fromEntries(process.argv.slice(2).map((word) => word.split('='))) as Partial<
  Record<'rounds' | 'seconds' | 'only' | 'profile', string>
>;
const ROUNDS = Number(options.rounds ?? 5);
const SECONDS = Number(options.seconds ?? 2);
/** Unit of /proc/PID/stat. */
const TICKS_PER_SECOND = 100;

interface Read {
  name: string;
  service: ServiceName;
  path: string;
  /** Scope that an API key needs for this read. */
  scope?: string;
}
interface Case {
  name: string;
  url: string;
  headers: Record<string, string>[];
  pids: { service: number; gateway?: number };
  /** Corresponding case with a session, if this case uses a key. */
  session?: string;
}
interface Measured {
  perSecond: number;
  /** CPU time per call of each process, in microseconds. */
  micros: number[];
}

const READS: Read[] = [
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

const median = (all: number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;

const product = await startProduct({ env: { API_KEY_CALLS_PER_MINUTE: '1000000' } });
const extraProcesses = new ExtraProcesses(product);
try {
  await main();
} finally {
  await extraProcesses.stop();
  await product.stop();
}

async function main(): Promise<void> {
  const user = new TestUser(product, failOnError, '198.51.100.1');
  await user.signInAsAdministrator();
  const { processes, wiring } = product.run();
  const pidOf = (name: string) => processes.find((one) => one.name === name)!.pid;
  const at = (name: ServiceName | typeof RELAY) =>
    `http://127.0.0.1:${wiring.addresses.http[name]}`;
  const bare = await startBare(wiring.databaseUrls.auth);

  const asUser = callers(user.token!);
  const keys = new Map<string, Record<string, string>[]>();
  for (const scope of new Set(READS.flatMap((read) => read.scope ?? []))) {
    keys.set(scope, callers(await createKey(user, scope)));
  }
  const all: Case[] = [
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
              { ...direct, name: `${name}, key`, headers: keys.get(scope)!, session: name },
              {
                ...through,
                name: `${name}, gateway, key`,
                headers: keys.get(scope)!,
                session: `${name}, gateway`,
              },
            ]
          : []),
      ];
    }),
  ];
  const { only } = options;
  const cases = all.filter(({ name }) => !only || name === 'bare route' || name.includes(only));

  for (const { url, headers } of cases) await load({ url, headers, seconds: 1 });
  const results = cases.map((): Measured[] => []);
  // Runs the cases in turn, so that other load on the machine affects all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [n, one] of cases.entries()) results[n]!.push(await measure(one));
  }
  report(cases, results);
  if (options.profile) await profileEach(cases, options.profile);
}

function failOnError({ name, ok, why }: Call): void {
  if (!ok) throw new Error(`${name}: ${why}`);
}

async function createKey(user: TestUser, scope: string): Promise<string> {
  const body = { name: scope, scopes: [scope] };
  const answer = await user.ask<{ key: string }>('API key', 'POST', '/user/api-keys', { body });
  return answer!.data.key;
}

/** Returns sets of request headers whose client addresses keep each caller below the gateway's limits. */
function callers(bearer: string): Record<string, string>[] {
  return Array.from({ length: 2_500 }, (_, n) => ({
    authorization: `Bearer ${bearer}`,
    'x-real-ip': `198.18.${n >> 8}.${n & 255}`,
  }));
}

async function startBare(databaseUrl: string): Promise<{ url: string; pid: number }> {
  const port = await freePort();
  const env = { ...process.env, DATABASE_URL: databaseUrl, HTTP_PORT: String(port) };
  const { pid } = await extraProcesses.start('bare', join(import.meta.dirname, 'bare.js'), env);
  const url = `http://127.0.0.1:${port}`;
  await until('the bare route', () => fetch(url).catch(() => undefined));
  return { url, pid };
}

async function measure({ url, headers, pids }: Case): Promise<Measured> {
  const before = Object.values(pids).map(ticksOf);
  const { perSecond, answers } = await load({ url, headers, seconds: SECONDS });
  const micros = Object.values(pids).map(
    (pid, n) => ((ticksOf(pid) - before[n]!) / TICKS_PER_SECOND / answers) * 1e6,
  );
  return { perSecond, micros };
}

/** Returns user plus system time of a process in ticks. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

function report(cases: Case[], results: Measured[][]): void {
  console.log(
    '\n| | calls/s | of the bare route | CPU per call, µs | of the bare route | with a session = 1 |',
  );
  console.log('| --- | --: | --: | --: | --: | --: |');
  const bare = results[0]!;
  const bareMicros = median(bare.map(({ micros }) => micros[0]!));
  cases.forEach(({ name, pids, session }, n) => {
    const own = results[n]!;
    const perSecond = median(own.map((one) => one.perSecond));
    // Divides values of the same round, because other load slowed both down.
    const ratio = median(own.map((one, round) => one.perSecond / bare[round]!.perSecond));
    const micros = Object.keys(pids).map((_, p) => median(own.map((one) => one.micros[p]!)));
    const all = micros.reduce((a, b) => a + b);
    const cells = [
      name,
      perSecond.toFixed(0),
      ratio.toFixed(2),
      micros.map((one) => one.toFixed(0)).join(' + '),
      (bareMicros / all).toFixed(2),
      session ? costOfKey(cases, results, n, session).toFixed(2) : '',
    ];
    console.log(`| ${cells.join(' | ')} |`);
  });
}

/** Returns the time per call with a key divided by the time with a session: the median over the rounds. */
function costOfKey(cases: Case[], results: Measured[][], n: number, session: string): number {
  const other = results[cases.findIndex(({ name }) => name === session)]!;
  return median(results[n]!.map((one, round) => other[round]!.perSecond / one.perSecond));
}

async function profileEach(cases: Case[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { name, url, headers, pids } of cases) {
    for (const [which, pid] of Object.entries(pids)) {
      const file = join(folder, `${name}-${which}.cpuprofile`.replaceAll(/[, ]+/g, '-'));
      const lines = await profiled(pid, file, () => load({ url, headers, seconds: SECONDS }));
      console.log(`\n${name}, ${which} (${file})\n${lines.join('\n')}`);
    }
  }
}
