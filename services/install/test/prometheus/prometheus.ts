import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@casement/common/testing/free-port.js';
import { waitFor } from '@casement/common/testing/wait-for.js';

const BINARY = [
  process.env.PROMETHEUS,
  join(process.env.DATA_DIR ?? join(__dirname, '../../../../.data'), 'bin/prometheus'),
  '/usr/bin/prometheus',
].find((path) => path !== undefined && existsSync(path));

/** Reason why Prometheus cannot run here, or null if it can. */
export const missingPrometheus = BINARY
  ? null
  : 'no prometheus here; make alerts-check fetches it on Debian';

/** Prometheus instance that scrapes the metrics of some processes every second. */
export class Prometheus {
  private constructor(
    private readonly url: string,
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {}

  /** @param targets addresses of services, such as http://127.0.0.1:3000 */
  static async start(targets: string[]): Promise<Prometheus> {
    const folder = await mkdtemp(join(tmpdir(), 'casement-prometheus-'));
    const config = {
      global: { scrape_interval: '1s' },
      scrape_configs: [
        {
          job_name: 'casement-services',
          metrics_path: '/internal/metrics',
          static_configs: [{ targets: targets.map((url) => new URL(url).host) }],
        },
      ],
    };
    // JSON is valid YAML.
    await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
    const address = `127.0.0.1:${await freePort()}`;
    const child = spawn(
      BINARY!,
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=${address}`,
      ],
      { stdio: 'ignore' },
    );
    const prometheus = new Prometheus(`http://${address}`, folder, child);
    await waitFor(() =>
      fetch(`${prometheus.url}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    return prometheus;
  }

  /** Returns the single number of a query, like KEDA reads it, or undefined if there is none. */
  async ask(query: string): Promise<number | undefined> {
    const answer = await fetch(`${this.url}/api/v1/query?${new URLSearchParams({ query })}`);
    const { data, error } = (await answer.json()) as {
      data?: { result: { value: [number, string] }[] };
      error?: string;
    };
    if (!data) throw new Error(`Prometheus refuses the query: ${error}`);
    if (data.result.length > 1) throw new Error('the query gives more than one number');
    return data.result[0] && Number(data.result[0].value[1]);
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await ended;
    await rm(this.folder, { recursive: true, force: true });
  }
}
