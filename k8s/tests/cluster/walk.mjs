/**
 * make cluster-check: types what deploy/docs/kubernetes.md says into a real Kubernetes API, with each of the three values files, and
 * looks at what the cluster then has: install, test, a migration that fails, autoscaling on and off, rollback, uninstall, and the
 * way without helm. Migrations are real processes of our images. What is a stand-in: kubelet.mjs. As root, on Debian.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build, RootFilesystem } from '../../../deploy/docker/check/buildah.mjs';
import { createDatabase, SERVICES } from '../../../deploy/docker/check/environment.mjs';
import { defaultDataDir } from '../../../deploy/local/dist/paths.js';
import { startNats, stopNats } from '../../../deploy/local/dist/nats.js';
import { startPostgres, stopPostgres } from '../../../deploy/local/dist/postgres.js';
import { Kubelet } from './kubelet.mjs';
import { Operator } from './operator.mjs';
import { startServers } from './servers.mjs';

const repository = join(import.meta.dirname, '../../..');
const began = Date.now();
const counts = { passed: 0, failed: 0 };

const folder = mkdtempSync('/tmp/casement-cluster-');
// PostgreSQL runs as a user of its own.
chmodSync(folder, 0o711);
const roots = {};
const stops = [];
try {
  execFileSync(join(repository, 'deploy/docker/check/bases.sh'), { stdio: 'inherit' });
  for (const service of SERVICES) roots[service] = new RootFilesystem(build('service', service));
  const postgres = await startPostgres({
    ...{ dataDir: join(folder, 'db'), logFile: join(folder, 'db.log'), disposable: true },
  });
  stops.push(() => stopPostgres(postgres.process));
  const nats = await startNats({
    ...{ dataDir: join(folder, 'nats'), logFile: join(folder, 'nats.log') },
    binDir: join(defaultDataDir, 'bin'),
  });
  stops.push(() => stopNats(nats.process));
  const cluster = await startServers(folder);
  stops.push(cluster.stop);
  const kubelet = new Kubelet(cluster.address, (service) => roots[service]);
  stops.push(() => kubelet.stop());

  // An operator stands in the repository; my-values.yaml and .data are of this run.
  for (const name of [
    'k8s',
    'deploy',
    'gateway',
    'Makefile',
    'package.json',
    'package-lock.json',
    'node_modules',
  ])
    symlinkSync(join(repository, name), join(folder, name));
  const databases = {};
  for (const service of SERVICES)
    databases[service] = (await createDatabase(postgres.url, service)).DATABASE_URL;

  const operator = new Operator(
    folder,
    cluster.env,
    kubelet,
    { databases, nats: nats.url },
    counts,
  );
  for (const size of ['laptop', 'small', 'large']) await operator.walk(size);
} catch (error) {
  counts.failed += 1;
  console.error(error);
} finally {
  for (const stop of stops.reverse()) await stop();
  for (const root of Object.values(roots)) root.remove();
  if (process.env.KEEP !== '1') rmSync(folder, { recursive: true });
}
console.log(`${((Date.now() - began) / 60_000).toFixed(1)} minutes`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed ? 1 : 0;
