import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BaseConfig } from '@casement/common/core/config/base-config.js';
import { parseAllDocuments } from 'yaml';
import type { z } from 'zod';
import { Render } from '../k8s/tests/support/renders.js';

const repository = join(__dirname, '..');
const text = (path: string) => readFileSync(join(repository, path), 'utf8');
const page = text('docs/postgresql.md').replace(/\s+/g, ' ');

const render = new Render('small');
/** Processes with their own database connections: all except the pages, Kong and the desktop relay. */
const processes = render
  .all('Deployment')
  .filter(({ metadata }) =>
    render.container('Deployment', metadata.name).env.some(({ name }) => name === 'DATABASE_URL'),
  )
  .reduce((sum, { spec }) => sum + (spec as { replicas: number }).replicas, 0);
const settings = BaseConfig.schema.shape as Record<string, z.ZodType>;
const pool = Number(settings['DATABASE_POOL_SIZE'].parse(undefined));
/**
 * Connection for notifications, opened in addition to the pool (services/common/test/medium/connections.spec.ts
 * counts both).
 */
const LISTENER = 1;
const direct = processes * (pool + LISTENER);

describe('connection count in postgresql.md', () => {
  it('adds up the pool and the listener of every process in the chart', () => {
    expect(page).toContain(`each process of a service | up to \`DATABASE_POOL_SIZE\` (${pool})`);
    expect(page).toContain(`each process, for notifications | ${LISTENER} |`);
    expect(page).toContain(
      `Two replicas of each service and two install-workers are ${processes} processes: ${direct} connections, ` +
        `up to ${2 * direct} in a rollout of all of them.`,
    );
  });

  it("adds up the pooler's pools and the listeners that bypass it when a pooler is used", () => {
    const size = Number(/default_pool_size = (\d+)/.exec(page)?.[1]);
    const pooled = 5 * size + processes * LISTENER;
    expect(page).toContain(
      `with PgBouncer's ${size} and the same ${processes} processes ${pooled}, in a rollout ${pooled + processes * LISTENER}.`,
    );
  });

  it('fits the CloudNativePG example server, including its reserved connections', () => {
    const free = Number(/keep (\d+) free/.exec(page)?.[1]);
    const reserved = Number(/PostgreSQL keeps (\d+)/.exec(page)?.[1]);
    const [cluster] = parseAllDocuments(text('k8s/examples/cloudnative-pg.yaml')).map(
      (one) => one.toJS() as { spec: { postgresql: { parameters: { max_connections: string } } } },
    );
    const limit = Number(cluster.spec.postgresql.parameters.max_connections);
    expect(limit).toBeGreaterThanOrEqual(2 * direct + free + reserved);
  });
});
