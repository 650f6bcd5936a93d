/**
 * Removes files that Node never loads from a node_modules folder: declarations, maps, TypeScript sources (Node
 * refuses them under node_modules), notes, and the browser and bundler builds of the packages below. Licences are
 * kept. With PROGRAM it also removes packages that the program cannot load, because the lockfile closure of a
 * workspace contains every dependency that its libraries need anywhere.
 *
 *   node deploy/docker/prune.mjs FOLDER/node_modules [PROGRAM]
 */
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

const LICENCE = /(^|\/)(licen[cs]e|copying|notice)[^/]*$/i;
const UNUSED_PATHS = [
  /\.map$/,
  /\.[cm]?ts$/,
  /\.(md|markdown)$/i,
  // Builds that Node never loads. A service that loaded one of these would not start; `make images-check` starts each
  // service.
  /(^|\/)typeorm\/browser\//,
  /(^|\/)rxjs\/(src|dist\/(bundles|esm|esm5|types))\//,
  /(^|\/)@opentelemetry\/[^/]+\/build\/(esm|esnext)\//,
  /(^|\/)yaml\/browser\//,
  /(^|\/)zod\/src\//,
];

const [folder, program] = process.argv.slice(2);
if (!folder) throw new Error('usage: node deploy/docker/prune.mjs FOLDER/node_modules [PROGRAM]');

const modules = realpathSync(folder);
const loadable = program && packagesOf(resolve(program));
let before = 0;
let removedBytes = 0;
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = resolve(entry.parentPath ?? entry.path, entry.name);
  // Symbolic links point to the repository's own packages. Node 24.21 follows them, earlier versions do not.
  if (!entry.isFile() || realpathSync(path) !== join(modules, relative(folder, path))) continue;
  const { size } = statSync(path);
  before += size;
  const unloadable =
    loadable && !loadable.has(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)[0]);
  const unused = !LICENCE.test(path) && UNUSED_PATHS.some((one) => one.test(path));
  if (!unloadable && !unused) continue;
  rmSync(path);
  removedBytes += size;
}
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(`${folder}: ${megabytes(before)}, pruned to ${megabytes(before - removedBytes)}`);

/**
 * Follows imports from the program through our own files, and then the manifests of packages, because packages also
 * load dependencies by names that no import statement contains.
 *
 * @returns the folders of the packages
 */
function packagesOf(program) {
  const files = new Set();
  const folders = new Set();
  visit(program);
  return folders;

  function visit(file) {
    if (files.has(file)) return;
    files.add(file);
    const imports = readFileSync(file, 'utf8').matchAll(
      /\b(?:from|import|import\()\s*(['"])(.+?)\1/g,
    );
    for (const [, , specifier] of imports) {
      if (specifier.startsWith('node:')) continue;
      if (specifier.startsWith('.')) visit(resolve(dirname(file), specifier));
      else if (specifier.startsWith('@casement/')) visit(createRequire(file).resolve(specifier));
      else add(/^(?:@[^/]+\/)?[^/]+/.exec(specifier)[0], file);
    }
  }

  function add(name, from) {
    const found = packageFolder(name, dirname(from));
    if (!found || folders.has(found)) return;
    folders.add(found);
    const manifest = JSON.parse(readFileSync(join(found, 'package.json'), 'utf8'));
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifest;
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (peer) => !peerDependenciesMeta?.[peer]?.optional,
    );
    for (const one of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      add(one, join(found, 'package.json'));
  }

  function packageFolder(name, from) {
    const found = join(from, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    return from === dirname(from) ? undefined : packageFolder(name, dirname(from));
  }
}
