import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@casement/common/testing/free-port.js';
import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';
import { testNats, type TestNats } from '@casement/common/testing/test-nats.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { Render } from '../../../../k8s/tests/support/renders.js';
import { makeImageTree } from '../support/image-tree.js';
import { noPods, permissionsOf, runAsPod, writablePaths, type Pod } from '../support/pod.js';

const missing = noPods();
const data = join(__dirname, '../../../../.data');
const SERVICE = 'auth';
const word = () => `p${randomBytes(12).toString('hex')}`;

/** Tests the content of the image without building it; `make images-check` tests all six complete images. */
(missing === null ? describe : describe.skip)(
  `auth container with the pod's rights${missing === null ? '' : ` (not run: ${missing})`}`,
  () => {
    let folder: string;
    let database: TestDatabase;
    let nats: TestNats;
    let env: Record<string, string>;
    const pods: Pod[] = [];

    beforeAll(async () => {
      mkdirSync(data, { recursive: true });
      folder = mkdtempSync(join(data, 'pod-'));
      for (const one of ['app', 'root']) mkdirSync(join(folder, one));
      makeImageTree(SERVICE, join(folder, 'app'));
      database = await testDatabase([]);
      nats = await testNats();
      env = { ...chartEnvironment(), ...secrets() };
      Object.assign(env, nats.env, {
        HTTP_HOST: '127.0.0.1',
        HTTP_PORT: String(await freePort()),
        GRPC_PORT: String(await freePort()),
      });
    });
    afterAll(async () => {
      for (const { child } of pods) child.kill('SIGKILL');
      await Promise.all(pods.map(({ ended }) => ended));
      await nats.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const run = (...args: string[]) => {
      const [app, root] = [join(folder, 'app'), join(folder, 'root')];
      const pod = runAsPod(root, app, `/app/services/${SERVICE}`, env, args);
      pods.push(pod);
      return pod;
    };
    const chartEnvironment = () =>
      Object.fromEntries(
        new Render('small')
          .container('Deployment', SERVICE)
          .env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
      ) as Record<string, string>;
    const secrets = () => ({
      DATABASE_URL: database.url,
      DATA_ENCRYPTION_KEY: `k1:${randomBytes(32).toString('base64')}`,
      JWT_SIGNING_KEY: generateKeyPairSync('ec', { namedCurve: 'P-256' })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
      SMTP_URL: `smtps://casement:${word()}@127.0.0.1:465`,
      ADMIN_PASSWORD: word(),
    });

    it('migrates, passes its health check and contains no unneeded files or rights', async () => {
      const migration = run('dist/migrate.js');
      expect([await migration.ended, migration.output()]).toEqual([
        0,
        expect.stringMatching(/migrations applied/),
      ]);

      const service = run('dist/main.js');
      let over = false;
      void service.ended.then(() => (over = true));
      const ready = `http://127.0.0.1:${env['HTTP_PORT']}/health/ready`;
      const isReady = () =>
        fetch(ready).then(
          ({ ok }) => ok,
          () => false,
        );
      await waitFor(async () => over || (await isReady()));
      expect([over, over ? service.output() : '']).toEqual([false, '']);
      const health = run('/app/health.mjs');
      expect([await health.ended, health.output()]).toEqual([0, '']);

      const none = '0000000000000000';
      expect(permissionsOf(service.child.pid!)).toEqual({
        Uid: '1000\t1000\t1000\t1000',
        Gid: '1000\t1000\t1000\t1000',
        Groups: '',
        NoNewPrivs: '1',
        CapPrm: none,
        CapEff: none,
        CapBnd: none,
        CapAmb: none,
      });
      expect(writablePaths(service.child.pid!)).toEqual(['/tmp']);
    });
  },
);
