/**
 * `make cluster-check` types the commands of docs/kubernetes.md into a real Kubernetes API, with each of the three
 * values files, and checks the cluster afterwards: install, test, a failing migration, autoscaling on and off,
 * rollback, uninstall, and the way without helm. Migrations are real processes of our images; with values-laptop
 * every pod is. See kubelet.mjs and machine.mjs for what is faked. Run as root on Debian after prepare.mjs.
 *
 *   unshare --net --mount --pid --fork --kill-child --mount-proc node k8s/tests/cluster/walk.mjs [laptop small large]
 */
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf, RootFilesystem } from '../../../deploy/docker/check/buildah.mjs';
import { IMAGES } from '../../../deploy/docker/check/environment.mjs';
import { defaultDataDir } from '@casement/local/paths.js';
import { startNats, stopNats } from '@casement/local/infrastructure/nats.js';
import { startPostgres, stopPostgres } from '@casement/local/infrastructure/postgres.js';
import { Kubelet } from './kubelet.mjs';
import { Machine } from './machine.mjs';
import { Network } from './network.mjs';
import { Operator } from './operator.mjs';
import { startServers } from './servers.mjs';
import { Shell } from './shell.mjs';

const repository = join(import.meta.dirname, '../../..');
const chosen = process.argv.slice(2);
const sizes = chosen.length > 0 ? chosen : ['laptop', 'small', 'large'];
/** Files of the repository that an operator has. my-values.yaml and .data belong to this run. */
const CHECKOUT = ['k8s', 'deploy', 'Makefile', 'package.json'];
const minutesSince = (began) => `${((Date.now() - began) / 60_000).toFixed(1)} minutes`;

const began = Date.now();
const folder = mkdtempSync('/tmp/casement-cluster-');
// PostgreSQL runs as another user, who needs access to this folder.
chmodSync(folder, 0o711);
for (const name of CHECKOUT) symlinkSync(join(repository, name), join(folder, name));
const roots = {};
const stops = [];
try {
  for (const image of IMAGES) roots[image] = new RootFilesystem(nameOf(image));
  const network = new Network(folder);
  const postgres = await startPostgres({
    dataDir: join(folder, 'db'),
    logFile: join(folder, 'db.log'),
    disposable: true,
  });
  stops.push(() => stopPostgres(postgres.process));
  const nats = await startNats({
    dataDir: join(folder, 'nats'),
    logFile: join(folder, 'nats.log'),
    binDir: join(defaultDataDir, 'bin'),
  });
  stops.push(() => stopNats(nats.process));
  const cluster = await startServers(folder);
  stops.push(cluster.stop);
  const kubelet = new Kubelet(
    ...[cluster.address, new Machine(folder, roots, network), network, cluster.tls],
  );
  stops.push(() => kubelet.stop());
  await kubelet.start();
  console.log(`the cluster is there after ${minutesSince(began)}`);

  const backingServices = {
    postgres: await network.exposeToPods(postgres.url),
    nats: await network.exposeToPods(nats.url),
  };
  for (const size of sizes) {
    const start = Date.now();
    await new Operator(size, folder, cluster.env, kubelet, backingServices).walk();
    console.log(`${size}: ${minutesSince(start)}`);
  }
} catch (error) {
  Shell.counts.failed += 1;
  console.error(error);
} finally {
  for (const stop of stops.reverse()) await stop();
  for (const root of Object.values(roots)) root.remove();
  if (process.env.KEEP !== '1') rmSync(folder, { recursive: true });
}
const { passed, failed } = Shell.counts;
console.log(`${passed} passed, ${failed} failed in ${minutesSince(began)}`);
// Ends the process explicitly, because the network's listeners are still open.
process.exit(failed ? 1 : 0);
