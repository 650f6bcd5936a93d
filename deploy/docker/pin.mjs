/**
 * Pins the entries of unpinned.json: images by digest, packages of the lockfile by integrity. Run it where the
 * registries can be reached (docker with buildx, npm), then run `make chart` and commit the changes. Entries that
 * cannot be resolved stay on the list.
 *
 *   node deploy/docker/pin.mjs [--refresh]
 *
 * --refresh also updates pinned images, because a tag moves with every security update.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '..', '..');
const read = (file) => readFileSync(join(repository, file), 'utf8');
const FILES = ['deploy/docker/Dockerfile', 'deploy/compose.yaml', 'k8s/casement/values.yaml'];
const LIST = 'deploy/docker/unpinned.json';
// Images follow `:-` in compose.
const START = '(?<![\\w./]|\\w-)';
const DIGEST = '@sha256:[0-9a-f]{64}';
const PINNED = new RegExp(`${START}(\\w[\\w./-]*:[\\w.-]+)${DIGEST}`, 'g');

/** @returns the first line of the program's output, or undefined if it fails or has another format */
function ask(shape, program, ...options) {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'];
    const line = execFileSync(program, options, { encoding: 'utf8', stdio }).trim();
    return shape.test(line) ? line : undefined;
  } catch {
    return undefined;
  }
}
const digestOf = (image) =>
  ask(
    /^sha256:[0-9a-f]{64}$/,
    ...['docker', 'buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}'],
  );
const integrityOf = (name) => ask(/^sha512-[\w+/]+=*$/, 'npm', 'view', name, 'dist.integrity');

const list = JSON.parse(read(LIST));
const texts = Object.fromEntries(FILES.map((file) => [file, read(file)]));

const pinned = Object.values(texts).flatMap((text) => [...text.matchAll(PINNED)]);
const known = process.argv.includes('--refresh') ? pinned.map(([, image]) => image) : [];
for (const image of new Set([...Object.keys(list.images), ...known])) {
  const digest = digestOf(image);
  console.log(`${image}: ${digest ?? 'no digest was to be had'}`);
  if (!digest) continue;
  const name = image.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const named = new RegExp(`${START}${name}(${DIGEST})?(?![\\w.-])`, 'g');
  for (const file of FILES) texts[file] = texts[file].replace(named, `${image}@${digest}`);
  delete list.images[image];
}

const lock = JSON.parse(read('package-lock.json'));
for (const [folder, entry] of Object.entries(lock.packages)) {
  const name = `${folder.replace(/^.*node_modules\//, '')}@${entry.version}`;
  if (!(name in list.packages)) continue;
  const integrity = entry.integrity ?? integrityOf(name);
  console.log(`${name}: ${integrity ?? 'no integrity was to be had'}`);
  if (!integrity) continue;
  // npm writes the integrity after the version.
  const { version, ...rest } = entry;
  lock.packages[folder] = { version, integrity, ...rest };
  delete list.packages[name];
}

for (const file of FILES) writeFileSync(join(repository, file), texts[file]);
writeFileSync(join(repository, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
writeFileSync(join(repository, LIST), `${JSON.stringify(list, null, 2)}\n`);
const left = Object.keys({ ...list.images, ...list.packages }).length;
if (left > 0) console.error(`${left} are still not pinned: ${LIST}`);
process.exitCode = left > 0 ? 1 : 0;
