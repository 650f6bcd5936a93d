import { readFileSync } from 'node:fs';
import { InstallLab } from '../simulator/install-lab.js';
import type { ServiceProcess } from '../simulator/service-process.js';
import type { SimulatedVps } from '../simulator/simulated-vps.js';

/** `make soak-installs` takes 500; here some more than a worker begins side by side. */
const COUNT = Number(process.env.SOAK_INSTALLS ?? 20);
/** INSTALL_CONCURRENCY's default: so many are begun side by side. */
const CONCURRENCY = 16;
/** What a worker may grow by, however many installs there are: flat is what does not depend on their number. */
const MOST_GROWTH = 160 * 2 ** 20;
const AT_ONCE = 5;

// For what hangs: some seconds each on a busy machine.
const MOST_MS = 120_000 + COUNT * 8_000;
jest.setTimeout(2 * MOST_MS);

const rssOf = ({ pid }: ServiceProcess): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

describe(`${COUNT} VPSs at once`, () => {
  let lab: InstallLab;

  beforeAll(async () => {
    // As in production: nobody dies here, and a worker with its hands full may be slow to renew a lease of 2 s.
    lab = await InstallLab.start({ workers: 2, leaseSeconds: 30 });
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
    for (let n = 0; n < COUNT; n += AT_ONCE) {
      const some = hosts.slice(n, n + AT_ONCE).map((host) => lab.request(host));
      ids.push(...(await Promise.all(some)).map(({ id }) => id));
    }
    const rss = workers.map((worker) => [rssOf(worker)]);
    let mostUnderWay = 0;
    await lab.until(async () => {
      workers.forEach((worker, w) => rss[w]?.push(rssOf(worker)));
      const status = await lab.statuses(ids);
      const underWay = status.filter((one) => one === 'preparing' || one === 'running').length;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      return status.every((one) => one === 'completed');
    }, MOST_MS);
    const seconds = (Date.now() - begun) / 1000;
    const growth = rss.map((values) => Math.max(...values) - (values[0] ?? 0));
    tell({ block, seconds, mostUnderWay, rss });
    const steps = (await lab.steps()).filter(({ installId }) => ids.includes(installId));
    return { vpss, ids, growth, steps };
  };

  it('through one worker: flat memory, none starved, each VPS converted once', async () => {
    const [front, second] = lab.workers;
    await second.stop();
    const { vpss, ids, growth, steps } = await convert(21, [front]);
    await second.start();
    expect(vpss.every(({ state }) => state === 'windows')).toBe(true);
    for (const { points } of vpss) {
      expect(points.filter((point) => point === 'commit')).toHaveLength(1);
    }
    // First come, first served: nobody is begun long after others who came later.
    const begun = [...new Set(steps.map(({ installId }) => installId))];
    const late = ids.map((id, n) => begun.indexOf(id) - n);
    expect(Math.max(...late)).toBeLessThanOrEqual(CONCURRENCY + AT_ONCE);
    expect(Math.max(...growth)).toBeLessThan(MOST_GROWTH);
    expect(await lab.quota()).toBe(0);
  });

  it('shared by two workers without overlap', async () => {
    const { vpss, growth, steps } = await convert(22, lab.workers);
    expect(vpss.every(({ state }) => state === 'windows')).toBe(true);
    // A change was carried out once for each VPS: nobody's work was done again by the other.
    for (const { linux } of vpss) {
      for (const script of ['build-stage', 'boot-grub', 'restart'] as const) {
        expect(linux.ran.filter((name) => name === script)).toEqual([script]);
      }
    }
    expect(new Set(steps.map(({ worker }) => worker)).size).toBe(2);
    expect(Math.max(...growth)).toBeLessThan(MOST_GROWTH);
    expect(await lab.quota()).toBe(0);
  });
});

/** The figures of `make soak-installs`. */
function tell(figures: { block: number; seconds: number; mostUnderWay: number; rss: number[][] }) {
  if (!process.env.SOAK_INSTALLS) return;
  const mib = (bytes = 0) => Math.round(bytes / 2 ** 20);
  const memory = figures.rss.map((values) => {
    const sorted = [...values].sort((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)];
    return `${mib(values[0])} at first, ${mib(middle)} in the middle, ${mib(sorted.at(-1))} at most, ${mib(values.at(-1))} at last`;
  });
  process.stdout.write(
    `${COUNT} installs by ${figures.rss.length} worker(s): ${Math.round(figures.seconds)} s, ` +
      `${figures.mostUnderWay} under way at once; MiB of each: ${memory.join('; ')}\n`,
  );
}
