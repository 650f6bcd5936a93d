/**
 * `make bench` measures each page of the security sections over HTTP with 1,000,000 events and 100,000 blocks, and
 * with 1,000 of each. Exits with 1 if a median is more than twice as high and above 50 ms.
 */
import 'reflect-metadata';
import { performance } from 'node:perf_hooks';
import { security } from '../../dist/security.service-definition.js';
import { AlertRollup } from '../../dist/alerts/alert-rollup.js';
import { testApp } from '@casement/common/testing/test-app.js';
import { testDatabase } from '@casement/common/testing/test-database.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { startTestServers } from '@casement/local/testing/test-servers.js';
import { fillSecurity } from './fill-security.mjs';

const FEW = { rows: 1_000, blocks: 1_000 };
const MANY = {
  rows: Number(process.env.BENCH_ROWS ?? 1_000_000),
  blocks: Number(process.env.BENCH_BLOCKS ?? 100_000),
};
const CALLS = Number(process.env.BENCH_CALLS ?? 80);
const PAGE_SIZE = 15;
/** Cap of the counted totals, which limits the pages that the screens offer. */
const MAX_COUNTED = 1_000;
const MAX_RATIO = 2;
/**
 * Medians below this are accepted whatever their ratio: counting 100,000 blocks by their index takes a few
 * milliseconds.
 */
const FAST_MS = 50;
/** Disables background jobs during the measurement. */
const NO_JOBS = {
  RECOVERY_INTERVAL_MS: '0',
  RECOVERY_POLL_MS: '0',
  ROLLUP_INTERVAL_MS: '0',
};

function daysAgo(days) {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** Auth is not part of the measurement, so no names are returned. */
const NO_NAMES = { findMany: () => Promise.resolve(new Map()) };

/**
 * Name, path, the rows that the list pages through, and a divisor if only a part of them matches. Entries without
 * rows have a single page.
 */
const PAGES = [
  ['dashboard', 'dashboard'],
  ['statistics of 24 hours', 'alerts/stats?timeframe=24h'],
  ['statistics of 30 days', 'alerts/stats?timeframe=30d'],
  ['alerts', 'alerts?', 'rows'],
  ['alerts of 24 hours', 'alerts?timeRange=24h'],
  ['alerts of a type and severity', 'alerts?type=brute_force&severity=medium', 'rows', 6],
  ['alerts, one address', 'alerts?ip=107.0.0.7'],
  ['alerts, part of an address', 'alerts?ip=107.0.'],
  ['alerts, one number of an address', 'alerts?ip=107'],
  ['alerts, no such address', 'alerts?ip=9.9.9.9'],
  ['alerts, two letters', 'alerts?ip=zz'],
  ['blocked IPs', 'blocked-ips?', 'blocks'],
  ['blocked IPs, one type', 'blocked-ips?blockType=auto', 'blocks', 2],
  ['blocked IPs, active', 'blocked-ips?status=active'],
  ['blocked IPs, expired', 'blocked-ips?status=expired'],
  ['blocked IPs, pending', 'blocked-ips?status=pending'],
  ['blocked IPs, one address', 'blocked-ips?ip=107.0.0.7'],
  ['blocked IPs, one number of an address', 'blocked-ips?ip=107'],
  ['blocked IPs, no such address', 'blocked-ips?ip=9.9.9.9'],
  ['recovery', 'recovery?', 'blocks'],
  ['recovery, failed', 'recovery?status=failed'],
  ['audit log', 'audit?', 'rows'],
  ['audit log, one target', 'audit?target=ip:107.0.0.7'],
  ['audit log, one action', 'audit?action=rule.'],
  ['audit log, one user', 'audit?actor=00000007-0000-7000-8000-0000000000aa'],
  ['audit log, some days', `audit?from=${daysAgo(20)}&to=${daysAgo(15)}`],
  ['audit log, an action of some days', `audit?action=rule.&from=${daysAgo(29)}&to=${daysAgo(28)}`],
  ['audit log, begun to be exported', 'audit?pageSize=100&after='],
  ['IP details', 'ip-details?ip=107.0.0.7'],
];

const servers = await startTestServers();
process.env.TEST_POSTGRES_URL = servers.postgresUrl;
process.env.TEST_NATS_URL = servers.natsUrl;
try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  await servers.stop();
}

async function main() {
  const services = [await serviceWith(FEW), await serviceWith(MANY)];
  const [few, many] = [FEW, MANY].map(
    ({ rows, blocks }) => `${rows.toLocaleString('en')} / ${blocks.toLocaleString('en')}`,
  );
  console.log(`\n| median | ${few} | ${many} | ratio |\n| --- | --- | --- | --- |`);
  let isFast = true;
  for (const [name, path, through, share = 1] of PAGES) {
    for (const [label, part] of through
      ? [
          ['first', 0],
          ['middle', 0.5],
          ['last', 1],
        ]
      : [['', 0]]) {
      const [small, large] = await inTurns(services, ({ size }) => {
        const page = through
          ? Math.max(
              Math.ceil((Math.min(size[through] / share, MAX_COUNTED) / PAGE_SIZE) * part),
              1,
            )
          : 1;
        return `${path}${path.includes('?') ? '&' : '?'}page=${page}`;
      });
      const ratio = large / small;
      isFast &&= ratio <= MAX_RATIO || large <= FAST_MS;
      const title = label ? `${name}, ${label} page` : name;
      console.log(`| ${title} | ${ms(small)} | ${ms(large)} | ${ratio.toFixed(2)} |`);
    }
  }
  for (const { app, database } of services) {
    await app.close();
    await database.close();
  }
  return isFast;
}

async function serviceWith(size) {
  const database = await testDatabase(security.database.migrations);
  const app = await testApp(security, {
    database,
    env: NO_JOBS,
    override: [[UserDirectory, NO_NAMES]],
  });
  const startedAt = performance.now();
  await fillSecurity(database, size);
  await app.get(AlertRollup).rollUp();
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(
    `${size.rows.toLocaleString('en')} events and ${size.blocks.toLocaleString('en')} blocks in ${seconds} s`,
  );
  const headers = app.as({ admin: true });
  await waitFor(async () => (await fetch(`${app.url}/api/security/rules`, { headers })).ok);
  return { app, database, size, headers };
}

/**
 * Calls each service in turn so that other load on the machine affects both alike. Returns medians in milliseconds.
 */
async function inTurns(services, pathOf) {
  const times = services.map(() => []);
  for (let n = 0; n < CALLS; n += 1) {
    for (const [which, service] of services.entries())
      times[which].push(await ask(service, pathOf));
  }
  return times.map((all) => all.sort((a, b) => a - b)[Math.floor(CALLS / 2)]);
}

async function ask(service, pathOf) {
  const { app, headers } = service;
  const startedAt = performance.now();
  const answer = await fetch(`${app.url}/api/security/${pathOf(service)}`, { headers });
  const body = await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${pathOf(service)}: ${answer.status} ${Buffer.from(body)}`);
  return performance.now() - startedAt;
}

function ms(value) {
  return `${value.toFixed(2)} ms`;
}
