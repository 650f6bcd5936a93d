/**
 * Takes out of a node_modules what Node never loads there: declarations and maps, sources in TypeScript (it refuses them under
 * node_modules), notes, and the builds for browsers and bundlers that the packages below have beside the one for Node. Licences
 * stay. Prints what was there and what is left.
 *
 *   node deploy/docker/prune.mjs FOLDER/node_modules
 */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LICENCE = /(^|\/)(licen[cs]e|copying|notice)[^/]*$/i;
const NEVER_LOADED = [
  /\.map$/,
  /\.[cm]?ts$/,
  /\.(md|markdown)$/i,
  // Were one of these loaded after all, the service would not start: `make images-check` starts each.
  /(^|\/)typeorm\/browser\//,
  /(^|\/)rxjs\/(src|dist\/(bundles|esm|esm5|types))\//,
  /(^|\/)@opentelemetry\/[^/]+\/build\/(esm|esnext)\//,
  /(^|\/)yaml\/browser\//,
  /(^|\/)zod\/src\//,
];

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Say which: node deploy/docker/prune.mjs FOLDER/node_modules');

let before = 0;
let gone = 0;
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  // Links lead to the repository's own packages.
  if (!entry.isFile()) continue;
  const path = join(entry.parentPath ?? entry.path, entry.name);
  const { size } = statSync(path);
  before += size;
  if (LICENCE.test(path) || !NEVER_LOADED.some((one) => one.test(path))) continue;
  rmSync(path);
  gone += size;
}
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(`${folder}: ${megabytes(before)}, pruned to ${megabytes(before - gone)}`);
