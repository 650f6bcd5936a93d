import { readFileSync } from 'node:fs';
import { InstallLab } from '../simulator/install-lab.js';
import type { ServiceProcess } from '../simulator/service-process.js';
import type { SimulatedVps } from '../simulator/simulated-vps.js';

const { SOAK_INSTALLS } = process.env;
/** `make soak-installs` converts 500; here some more than a worker runs side by side. */
const COUNT = Number(SOAK_INSTALLS ?? 6);
/** In the soak INSTALL_CONCURRENCY's default. */
const CONCURRENCY = SOAK_INSTALLS ? 16 : 4;
/** How much a worker's memory may grow, for any number of installs. */
const MAX_GROWTH = 160 * 2 ** 20;
const REQUESTS_AT_A_TIME = 5;

// For what hangs: some seconds each on a busy machine.
const MAX_MS = 120_000 + COUNT * 8_000;
jest.setTimeout(2 * MAX_MS);

const rssOf = ({ pid }: ServiceProcess): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

describe(`${COUNT} VPSs at once`, () => {
  let lab: InstallLab;

  beforeAll(async () => {
    // As in production: no worker dies here, and a busy one may be slow to renew a lease of 2 s.
    lab = await InstallLab.start({ workers: 2, leaseSeconds: 30, concurrency: CONCURRENCY });
  });
  afterAll(() => lab.close());

  /** Requests an install for each of so many new VPSs, and waits until all are Windows. */
  const convert = async (block: number, workers: ServiceProcess[]) => {
    await lab.grant(COUNT);
    const hosts = Array.from(
      { length: COUNT },
      (_, n) => `127.${block}.${Math.floor(n / 250)}.${(n % 250) + 1}`,
    );
    const vpss: SimulatedVps[] = [];
    for (const host of hosts) vpss.push(await lab.vps(host));
    const begun = Date.now();
    const ids: string[] = [];
    for (let n = 0; n < COUNT; n += REQUESTS_AT_A_TIME) {
      const some = hosts.slice(n, n + REQUESTS_AT_A_TIME).map((host) => lab.request(host));
      for (const { status, id, text } of await Promise.all(some)) {
        if (status !== 200) throw new Error(`an install was refused: ${text}`);
        ids.push(id);
      }
    }
    const rss = workers.map((worker) => [rssOf(worker)]);
    let maxUnderWay = 0;
    await lab.until(async () => {
      workers.forEach((worker, w) => rss[w]?.push(rssOf(worker)));
      const status = await lab.statuses(ids);
      const underWay = status.filter((one) => one === 'preparing' || one === 'running').length;
      maxUnderWay = Math.max(maxUnderWay, underWay);
      return status.every((one) => one === 'completed');
    }, MAX_MS);
    const seconds = (Date.now() - begun) / 1000;
    const growth = rss.map((values) => Math.max(...values) - (values[0] ?? 0));
    printFigures({ block, seconds, maxUnderWay, rss });
    const steps = (await lab.steps()).filter(({ installId }) => ids.includes(installId));
    return { vpss, ids, growth, steps };
  };

  it('shared by two workers without overlap', async () => {
    const { vpss, growth, steps } = await convert(22, lab.workers);
    expect(vpss.every(({ state }) => state === 'windows')).toBe(true);
    // Every change was made once on each VPS: neither worker repeated the other's work.
    for (const { linux } of vpss) {
      for (const script of ['build-stage', 'boot-grub', 'restart'] as const) {
        expect(linux.ran.filter((name) => name === script)).toEqual([script]);
      }
    }
    expect(new Set(steps.map(({ worker }) => worker)).size).toBe(2);
    expect(Math.max(...growth)).toBeLessThan(MAX_GROWTH);
    expect(await lab.quota()).toBe(0);
  });

  it('through one worker: flat memory, none starved, each VPS converted once', async () => {
    const [front, second] = lab.workers;
    await second.stop();
    const { vpss, ids, growth, steps } = await convert(21, [front]);
    expect(vpss.every(({ state }) => state === 'windows')).toBe(true);
    for (const { points } of vpss) {
      expect(points.filter((point) => point === 'commit')).toHaveLength(1);
    }
    // First come, first served: no install begins long after later ones.
    const begun = [...new Set(steps.map(({ installId }) => installId))];
    const late = ids.map((id, n) => begun.indexOf(id) - n);
    expect(Math.max(...late)).toBeLessThanOrEqual(CONCURRENCY + REQUESTS_AT_A_TIME);
    expect(Math.max(...growth)).toBeLessThan(MAX_GROWTH);
    expect(await lab.quota()).toBe(0);
  });
});

/** The figures of `make soak-installs`. */
function printFigures(figures: {
  block: number;
  seconds: number;
  maxUnderWay: number;
  rss: number[][];
}) {
  if (!SOAK_INSTALLS) return;
  const mib = (bytes = 0) => Math.round(bytes / 2 ** 20);
  const memory = figures.rss.map((values) => {
    const sorted = [...values].sort((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)];
    return `${mib(values[0])} at first, ${mib(middle)} in the middle, ${mib(sorted.at(-1))} at most, ${mib(values.at(-1))} at last`;
  });
  process.stdout.write(
    `${COUNT} installs by ${figures.rss.length} worker(s): ${Math.round(figures.seconds)} s, ` +
      `${figures.maxUnderWay} under way at once; MiB of each: ${memory.join('; ')}\n`,
  );
}
