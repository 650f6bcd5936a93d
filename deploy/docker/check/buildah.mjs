/**
 * Builds the images of Dockerfile with buildah, which needs no daemon, and mounts their file systems. Requires root.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../../..');

/** @returns its standard output; errors go to the terminal */
function buildah(...options) {
  const stdio = ['ignore', 'pipe', 'inherit'];
  const settings = { cwd: repository, encoding: 'utf8', stdio, maxBuffer: 1 << 28 };
  return execFileSync('buildah', options, settings).trim();
}

/**
 * If this machine trusts a private certificate authority, the build needs it too, through the secret of Dockerfile.
 */
const { NODE_EXTRA_CA_CERTS: authority } = process.env;
const secret = authority ? ['--secret', `id=ca,src=${authority}`] : [];

/** Builds a stage of Dockerfile. @returns the image name */
export function build(target, service, ...options) {
  const name = stage(target, service);
  buildah(
    ...[
      'bud',
      '--quiet',
      '--layers',
      '--format',
      'docker',
      '--isolation',
      'chroot',
      '--network',
      'host',
    ],
    ...['--file', 'deploy/docker/Dockerfile', '--target', target, '--tag', name],
    ...['--build-arg', 'NODE_IMAGE=localhost/casement-node:24'],
    ...['--build-arg', 'DEBIAN_IMAGE=localhost/casement-debian:bookworm'],
    ...(service ? ['--build-arg', `SERVICE=${service}`] : []),
    ...[...secret, ...options, '.'],
  );
  return name;
}

const stage = (target, service) => `localhost/casement-check/${service ?? target}-${target}`;

/** Returns the final stage of an image, like build-images.sh. @returns [target, service] */
const lastStage = (image) => {
  if (image === 'web') return ['web'];
  return [['install', 'desktop-relay'].includes(image) ? image : 'service', image];
};
export const nameOf = (image) => stage(...lastStage(image));

export const buildImage = (image) => build(...lastStage(image));

/** File system of an image as seen in a container. */
export class RootFilesystem {
  constructor(image) {
    this.container = buildah('from', '--pull-never', image);
    this.path = buildah('mount', this.container);
    const { OCIv1: about } = JSON.parse(buildah('inspect', '--type', 'image', image));
    /** Settings from the Dockerfile: Entrypoint, Cmd, Env, WorkingDir, User. */
    this.config = about.config;
    this.layers = about.rootfs.diff_ids.length;
  }

  remove() {
    buildah('rm', this.container);
  }
}

/** Returns type and content of all files below, by path and without modification times. */
export function contents(root) {
  const entries = readdirSync(root, { recursive: true }).map((path) => {
    const file = join(root, path);
    const { mode, size } = lstatSync(file);
    const kind = mode & 0o170000;
    if (kind === 0o120000) return [path, readlinkSync(file)];
    if (kind !== 0o100000) return [path, mode];
    return [path, mode, size, createHash('sha256').update(readFileSync(file)).digest('hex')];
  });
  return entries.map((entry) => entry.join(' ')).sort();
}

export function megabytes(path) {
  return Number(execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0]);
}
