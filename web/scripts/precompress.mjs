/**
 * Writes `.br` and `.gz` copies of every build file that shrinks, so that the server never compresses at run time.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const DIST = new URL('../dist/', import.meta.url).pathname;
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.wasm']);
/** Smaller files fit into a single packet anyway. */
const MIN_BYTES = 600;
/**
 * Brotli’s highest quality takes half a minute of CPU time for the 4.5 MB remote desktop; quality 9 takes 3 s for 15
 * % more bytes. Container images use the highest quality (Dockerfile); other builds do not wait for it.
 */
const LARGE = 1_000_000;
const LARGE_QUALITY = process.env.BROTLI_LARGE_QUALITY ?? 9;

const files = (await readdir(DIST, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && COMPRESSED.has(extname(entry.name)))
  .map((entry) => join(entry.parentPath, entry.name));
await Promise.all(files.map(compress));

async function compress(path) {
  const body = await readFile(path);
  if (body.length < MIN_BYTES) return;
  const quality = body.length < LARGE ? 11 : Number(LARGE_QUALITY);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(body, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(body, { level: 9 }));
}
