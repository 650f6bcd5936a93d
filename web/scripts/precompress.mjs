/** Writes `.br` and `.gz` beside every file of the build that gets smaller by it, so that the server compresses nothing at run time. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const DIST = new URL('../dist/', import.meta.url).pathname;
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.wasm']);
/** Smaller files fit one packet either way. */
const WORTH_IT = 600;

for (const entry of await readdir(DIST, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !COMPRESSED.has(extname(entry.name))) continue;
  const path = join(entry.parentPath, entry.name);
  const body = await readFile(path);
  if (body.length < WORTH_IT) continue;
  await writeFile(
    `${path}.br`,
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
  await writeFile(`${path}.gz`, gzipSync(body, { level: 9 }));
}
