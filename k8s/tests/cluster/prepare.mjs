/**
 * Prepares the external inputs of `make cluster-check`: our seven images, the servers and helm. The walk itself has
 * no network access.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildImage } from '../../../deploy/docker/check/buildah.mjs';
import { IMAGES } from '../../../deploy/docker/check/environment.mjs';

const repository = join(import.meta.dirname, '../../..');
for (const script of [
  'deploy/docker/check/bases.sh',
  'k8s/tests/cluster/servers/build.sh',
  'k8s/helm.sh',
])
  execFileSync(join(repository, script), { cwd: repository, stdio: 'inherit' });
for (const image of IMAGES) buildImage(image);
