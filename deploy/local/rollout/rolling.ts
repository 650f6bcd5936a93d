// make rolling: restarts two replicas of every service one by one under load. No call may fail, be lost or be
// repeated. usage: rolling.js [--rounds 2] [--pgbouncer] [--nats-cluster] [--minutes 10]
//   --pgbouncer     all databases are reached through PgBouncer in transaction mode
//   KONG_BIN=PATH   uses a real Kong in place of the local gateway
//   --nats-cluster  three nats-servers; before the restarts the stream's leader is killed every 30 s, for this many minutes
import { parseArgs } from 'node:util';
import { NatsCluster, PooledPostgres, type LeaderKill } from './backing-services.js';
import { Record, startLoad } from './load.js';
import { startKong } from './kong.js';
import { createTestUsers } from './test-users.js';
import { startProduct, pause } from './product.js';
import { prove } from './proof.js';
import { restart, RESTARTED, type Restart } from './restart.js';
import { importTestImage } from './test-image.js';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '2' },
    pgbouncer: { type: 'boolean', default: false },
    'nats-cluster': { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
  },
});
const rounds = Number(options.rounds);
const REPLICAS = 2;
/** Duration of the load without restarts, before and after. */
const QUIET_MS = 15_000;
const WARM_UP_MS = 20_000;
/** Interval between kills of the leader. */
const KILL_EVERY_MS = 30_000;

const pooled = options.pgbouncer ? await PooledPostgres.start() : null;
const cluster = options['nats-cluster'] ? await NatsCluster.start() : null;
const backingServices = [pooled, cluster].filter((one) => one !== null);
const product = await startProduct({
  env: { REPLICAS: String(REPLICAS), ...pooled?.env, ...cluster?.env },
});
const kills: LeaderKill[] = [];
let kong: Awaited<ReturnType<typeof startKong>> | undefined;
let wrong = ['it did not come to an end'];
try {
  console.log(product.output.split('\n').find((line) => line.includes('services are ready')));
  if (process.env['KONG_BIN']) {
    kong = await startKong(process.env['KONG_BIN'], product);
    product.base = kong.url;
    console.log(`through a real Kong: ${process.env['KONG_BIN']}`);
  }
  const record = new Record();
  const version = importTestImage(product);
  const testUsers = await createTestUsers(product, record.add);
  const load = startLoad({ ...testUsers, version });

  await pause(WARM_UP_MS);
  record.phase = 'before';
  await pause(QUIET_MS);
  if (cluster) {
    record.phase = 'leaders';
    await killLeaders(cluster);
    printLeaders();
  }
  record.phase = 'during';
  for (let round = 1; round <= rounds; round += 1) {
    for (const service of RESTARTED) {
      for (let replica = 0; replica < REPLICAS; replica += 1) {
        printRestart(round, await restart(product, service, replica), record);
      }
    }
  }
  record.phase = 'after';
  await pause(QUIET_MS);
  await load.stop();

  console.log('phase     requests   p50 ms   p99 ms   worst ms');
  for (const phase of ['warm-up', 'before', ...(cluster ? ['leaders'] : []), 'during', 'after'])
    printFigures(phase, record.figures(phase));
  const { customers } = testUsers;
  const count = (of: 'topups' | 'installs') =>
    customers.reduce((sum, one) => sum + one[of].length, 0);
  const [stream] = load.streams;
  console.log(`  ${count('topups')} payments, ${count('installs')} installs`);
  console.log(`  the event stream was opened ${stream!.opened} times, ${stream!.events} events`);
  const ends = product.output.split('\n').filter((line) => / ended \(/.test(line));
  wrong = await prove(product, { customers, record, ends });
} catch (error) {
  wrong = [String((error as Error).stack)];
} finally {
  await kong?.stop();
  await product.stop();
}
if (pooled) wrong.push(...(await pooled.remainingLocks()));
for (const engine of backingServices) await engine.stop();
printWrong();
console.log(
  wrong.length === 0 ? 'nothing failed, nothing lost, nothing doubled' : `${wrong.length} wrong`,
);
process.exit(wrong.length === 0 ? 0 : 1);

/** Prints each kind of failure once with its count, because one cause produces thousands of lines. */
function printWrong(): void {
  const kinds = new Map<string, string[]>();
  for (const line of wrong) {
    const kind = line.replace(/"correlationId":"[^"]*"|[0-9a-f]{8}-[0-9a-f-]{27}/g, '…');
    kinds.set(kind, [...(kinds.get(kind) ?? []), line]);
  }
  for (const [first, ...more] of kinds.values())
    console.log(`  WRONG: ${first}${more.length > 0 ? ` (and ${more.length} more like it)` : ''}`);
}

async function killLeaders(nats: NatsCluster): Promise<void> {
  for (const end = Date.now() + Number(options.minutes) * 60_000; Date.now() < end;) {
    const next = Date.now() + KILL_EVERY_MS;
    kills.push(await nats.killLeader());
    await pause(Math.max(0, next - Date.now()));
  }
}

function printLeaders(): void {
  const ms = (of: 'leaderMs' | 'inSyncMs') => kills.map((kill) => kill[of]).sort((a, b) => a - b);
  const seconds = (list: number[], share: number) =>
    ((list[Math.floor(list.length * share)] ?? NaN) / 1000).toFixed(1);
  const [leaderMs, inSyncMs] = [ms('leaderMs'), ms('inSyncMs')];
  console.log(
    `  the leader of the events was killed ${kills.length} times; another one after ${seconds(leaderMs, 0.5)} s ` +
      `(longest ${((leaderMs.at(-1) ?? NaN) / 1000).toFixed(1)} s), three copies again after ${seconds(inSyncMs, 0.5)} s`,
  );
}

function printRestart(
  round: number,
  { name, shutdownMs, startupMs }: Restart,
  { failures }: Record,
): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  console.log(
    `  round ${round}: ${name.padEnd(17)} gone in ${seconds(shutdownMs)}, ready after ${seconds(startupMs)}, ` +
      `${failures.length} failures so far`,
  );
}

function printFigures(
  phase: string,
  { requests, p50, p99, worst }: ReturnType<Record['figures']>,
): void {
  const widths = [8, 9, 9, 11];
  const cells = [requests, p50, p99, worst].map((n, i) => String(n).padStart(widths[i]!));
  console.log(`${phase.padEnd(8)}  ${cells.join('')}`);
}
