/** The images of Dockerfile by buildah, which needs no daemon: built, and their file systems mounted. As root. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../../..');

/** @returns what it prints; its errors go to the terminal */
function buildah(...options) {
  const stdio = ['ignore', 'pipe', 'inherit'];
  const settings = { cwd: repository, encoding: 'utf8', stdio, maxBuffer: 1 << 28 };
  return execFileSync('buildah', options, settings).trim();
}

/** Where this machine trusts an authority of its own, the build has to: by the secret that Dockerfile takes for that. */
const { NODE_EXTRA_CA_CERTS: authority } = process.env;
const secret = authority ? ['--secret', `id=ca,src=${authority}`] : [];

/** Builds one stage of Dockerfile. @returns its name */
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

/** The last stage of an image, as in build-images.sh. @returns [target, service] */
const lastStage = (image) => {
  if (image === 'web') return ['web'];
  return [['install', 'desktop-relay'].includes(image) ? image : 'service', image];
};
export const nameOf = (image) => stage(...lastStage(image));

/** Builds a whole image. @returns its name */
export const buildImage = (image) => build(...lastStage(image));

/** An image's file system, as a container would have it. */
export class RootFilesystem {
  constructor(image) {
    this.container = buildah('from', '--pull-never', image);
    this.path = buildah('mount', this.container);
    const { OCIv1: about } = JSON.parse(buildah('inspect', '--type', 'image', image));
    /** What the Dockerfile says: Entrypoint, Cmd, Env, WorkingDir, User. */
    this.config = about.config;
    this.layers = about.rootfs.diff_ids.length;
  }

  remove() {
    buildah('rm', this.container);
  }
}

/** Files below, by path: what they are and what is in them, not when they were written. */
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
