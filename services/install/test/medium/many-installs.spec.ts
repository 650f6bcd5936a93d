import { readFileSync } from 'node:fs';
import { CONVERT_SETTINGS } from '@casement/install-engine/convert/settings.js';
import { InstallLab } from '../simulator/install-lab.js';
import type { ServiceProcess } from '@casement/common/testing/service-process.js';
import type { SimulatedVps } from '../../src/testing/simulated-vps.js';

const { SOAK_INSTALLS, SOAK_WORKERS } = process.env;
/** `make soak-installs` converts 500. The default is a few more than a worker runs concurrently. */
const COUNT = Number(SOAK_INSTALLS ?? 6);
/** The soak uses INSTALL_CONCURRENCY's default. */
const CONCURRENCY = SOAK_INSTALLS ? 16 : 4;
/**
 * Numbers of workers that share the installs before a single worker runs them. `make soak-workers` compares 8, 4 and
 * 2 with one.
 */
const WORKERS = (SOAK_WORKERS ?? '2').split(' ').map(Number);
/** Runs the API in a separate process, as in a cluster, when the cost of a worker is measured. */
const SEPARATE_API = Boolean(SOAK_WORKERS);
/** Maximum growth of a worker's memory in bytes, for any number of installs. */
const MAX_GROWTH = 160 * 2 ** 20;
/** Maximum cost per install, and memory of a worker, compared with a single worker. */
const MAX_RATIO = 1.2;
const REQUESTS_AT_A_TIME = 5;
const MIB = 2 ** 20;

// Timeout for hangs. An install takes some seconds on a busy machine.
const MAX_MS = 120_000 + COUNT * 8_000;
jest.setTimeout(2 * MAX_MS);

const rssOf = ({ pid }: ServiceProcess): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

interface Converted {
  vpss: SimulatedVps[];
  ids: string[];
  seconds: number;
  maxInProgress: number;
  /** Memory samples of each worker in bytes, from the first to the last. */
  rss: number[][];
  steps: Awaited<ReturnType<InstallLab['steps']>>;
  /** Database statements and NATS events per install. Measured only with SOAK_WORKERS. */
  statements: number;
  events: number;
}

describe(`conversion of ${COUNT} VPSs at once`, () => {
  let lab: InstallLab;
  const shared: Converted[] = [];

  beforeAll(async () => {
    // Uses the production lease. No worker dies here, and a busy one may be slow to renew a lease of 2 s.
    const workers = Math.max(...WORKERS);
    lab = await InstallLab.start({
      workers,
      separateApi: SEPARATE_API,
      leaseSeconds: 30,
      concurrency: CONCURRENCY,
      // Uses the production poll interval to measure the cost of an install. With the short interval of other tests,
      // polls would dominate it.
      pollMs: SOAK_WORKERS ? CONVERT_SETTINGS.pollMs : 100,
    });
  });
  afterAll(() => lab.close());

  const work = () => (SOAK_WORKERS ? lab.work() : { statements: 0, events: 0 });

  /** Requests an install for each of COUNT new VPSs and waits until all run Windows. */
  const convert = async (block: number, workers: number): Promise<Converted> => {
    const atWork = await onlyTheFirst(workers);
    await lab.grant(COUNT);
    const hosts = Array.from(
      { length: COUNT },
      (_, n) => `127.${block}.${Math.floor(n / 250)}.${(n % 250) + 1}`,
    );
    const vpss: SimulatedVps[] = [];
    for (const host of hosts) vpss.push(await lab.vps(host));
    const before = await work();
    const started = Date.now();
    const ids: string[] = [];
    for (let n = 0; n < COUNT; n += REQUESTS_AT_A_TIME) {
      const some = hosts.slice(n, n + REQUESTS_AT_A_TIME).map((host) => lab.begin(host));
      ids.push(...(await Promise.all(some)));
    }
    const rss = atWork.map((worker) => [rssOf(worker)]);
    let maxInProgress = 0;
    await lab.until(async () => {
      atWork.forEach((worker, w) => rss[w]?.push(rssOf(worker)));
      const status = await lab.statuses(ids);
      const underWay = status.filter((one) => one === 'preparing' || one === 'running').length;
      maxInProgress = Math.max(maxInProgress, underWay);
      return status.every((one) => one === 'completed');
    }, MAX_MS);
    const seconds = (Date.now() - started) / 1000;
    const after = await work();
    const steps = (await lab.steps()).filter(({ installId }) => ids.includes(installId));
    const statements = (after.statements - before.statements) / COUNT;
    const events = (after.events - before.events) / COUNT;
    const converted = { vpss, ids, seconds, maxInProgress, rss, steps, statements, events };
    if (SOAK_INSTALLS) process.stdout.write(`${figures(converted)}\n`);
    return converted;
  };

  const onlyTheFirst = async (count: number): Promise<ServiceProcess[]> => {
    const workers = lab.workers.slice(Number(SEPARATE_API));
    for (const worker of workers.slice(count)) await worker.stop();
    return workers.slice(0, count);
  };

  // Largest number first: workers that are no longer needed are stopped, and none is restarted.
  it.each(WORKERS)('shares installs between %i workers without overlap', async (workers) => {
    const converted = await convert(21 + workers, workers);
    shared.push(converted);
    const { vpss, rss, steps } = converted;
    expect(vpss.every(({ state }) => state === 'windows')).toBe(true);
    // Each step ran once on each VPS, so no worker repeated the work of another.
    for (const { linux } of vpss) {
      for (const script of ['build-stage', 'boot-grub', 'restart'] as const) {
        expect(linux.ran.filter((name) => name === script)).toEqual([script]);
      }
    }
    expect(new Set(steps.map(({ worker }) => worker)).size).toBe(workers);
    expect(Math.max(...rss.map(growth))).toBeLessThan(MAX_GROWTH);
    expect(await lab.quota()).toBe(0);
  });

  it('one worker uses constant memory, starves no install and converts each VPS once', async () => {
    const byOne = await convert(21, 1);
    const { vpss, ids, rss, steps } = byOne;
    expect(vpss.every(({ state }) => state === 'windows')).toBe(true);
    for (const { points } of vpss) {
      expect(points.filter((point) => point === 'commit')).toHaveLength(1);
    }
    // Installs start in the order of their requests, so none starts long after later ones.
    const started = [...new Set(steps.map(({ installId }) => installId))];
    const delayed = ids.map((id, n) => started.indexOf(id) - n);
    expect(Math.max(...delayed)).toBeLessThanOrEqual(CONCURRENCY + REQUESTS_AT_A_TIME);
    expect(Math.max(...rss.map(growth))).toBeLessThan(MAX_GROWTH);
    expect(await lab.quota()).toBe(0);
    if (!SOAK_WORKERS) return;
    for (const { statements, events, rss: all } of shared) {
      expect(statements / byOne.statements).toBeLessThan(MAX_RATIO);
      expect(events / byOne.events).toBeLessThan(MAX_RATIO);
      expect(most(all) / most(rss)).toBeLessThan(MAX_RATIO);
    }
  });
});

const growth = (values: number[]) => Math.max(...values) - (values[0] ?? 0);
const most = (rss: number[][]) => Math.max(...rss.flat());

function figures({ rss, seconds, maxInProgress, statements, events }: Converted): string {
  const mib = (bytes = 0) => Math.round(bytes / MIB);
  const memory = rss.map((values) => {
    const sorted = [...values].sort((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)];
    return `${mib(values[0])} at first, ${mib(middle)} in the middle, ${mib(sorted.at(-1))} at most, ${mib(values.at(-1))} at last`;
  });
  const costs = `, ${statements.toFixed(1)} statements and ${events.toFixed(2)} events each`;
  return (
    `${COUNT} installs by ${rss.length} worker(s): ${Math.round(seconds)} s, ${maxInProgress} under way at once` +
    `${SOAK_WORKERS ? costs : ''}; MiB of each: ${memory.join('; ')}`
  );
}
