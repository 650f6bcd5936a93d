import type { TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { Render } from '../../../../k8s/tests/support/renders.js';
import { installApp } from '../factories/install-app.js';
import { missingPrometheus, Prometheus } from '../prometheus/prometheus.js';

const url = 'https://images.example.com/';
const IMAGE_ORIGINS = JSON.stringify([
  { name: 'jakarta', url, worker_region: 'asia' },
  { name: 'frankfurt', url, worker_region: 'europe' },
]);

/** Returns the query with which KEDA polls the Deployment's Prometheus. */
function queryOf(render: Render, name: string): string {
  const { triggers } = render.one('ScaledObject', name)['spec'] as {
    triggers: { metadata: { query: string } }[];
  };
  return triggers[0].metadata.query;
}

(missingPrometheus === null ? describe : describe.skip)(
  `KEDA's queries of a real Prometheus${missingPrometheus === null ? '' : ` (not run: ${missingPrometheus})`}`,
  () => {
    let apps: TestApp[];
    let prometheus: Prometheus;
    beforeAll(async () => {
      const first = await installApp({ env: { IMAGE_ORIGINS, INSTALL_REGION: 'asia' } });
      const { database, nats, tokens } = first;
      const second = await installApp({ env: { IMAGE_ORIGINS }, database, nats, tokens });
      apps = [first, second];
      prometheus = await Prometheus.start(apps.map((app) => app.url));
    });
    afterAll(async () => {
      await prometheus.close();
      for (const app of apps.reverse()) await app.close();
    });

    const add = (status: string, nearest: string | null, count: number, held: boolean) =>
      apps[0].database.query(
        `INSERT INTO install (id, user_id, ip, win_ver, win_name, manifest_sha256, status, engine_state, agent_state,
                              run_after, lease_until)
         SELECT gen_random_uuid(), gen_random_uuid(), concat_ws('-', $1::text, $2::text, $4::boolean::text, n), 'w', 'w', 'm', $1::text,
                jsonb_build_object('origins', jsonb_build_object('order', jsonb_build_array($2::text))), '{}',
                now() - interval '1 minute', CASE WHEN $4::boolean THEN now() + interval '1 hour' END
           FROM generate_series(1, $3) AS n`,
        [status, nearest, count, held],
      );
    const answers = (expected: Record<string, number>) =>
      waitFor(
        async () => {
          const regions = new Render('regions');
          const found = {
            all: await prometheus.ask(queryOf(new Render('large'), 'install-worker')),
            asia: await prometheus.ask(queryOf(regions, 'install-worker-asia')),
            europe: await prometheus.ask(queryOf(regions, 'install-worker-europe')),
          };
          return JSON.stringify(found) === JSON.stringify(expected);
        },
        { timeoutMs: 40_000, everyMs: 200 },
      );

    it('returns zero instead of no value if no install is waiting', async () => {
      await answers({ all: 0, asia: 0, europe: 0 });
    });

    it('counts waiting and running installs per region once, although two processes report them', async () => {
      await add('pending', null, 10, false);
      await add('running', 'jakarta', 3, false);
      await add('running', 'jakarta', 20, true);
      await add('running', 'frankfurt', 4, true);
      await add('completed', 'frankfurt', 7, false);
      await answers({ all: 37, asia: 28, europe: 9 });
    });
  },
);
