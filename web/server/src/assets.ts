import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface Asset {
  type: string;
  etag: string;
  /** The name contains a content hash, so a cached copy never becomes stale. */
  immutable: boolean;
  body: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
};

/**
 * Reads the entire build into memory, keyed by path. The build is small, and requests cannot reach any other file.
 *
 * @throws Error if there is no build
 */
export function loadAssets(dist: string): Map<string, Asset> {
  if (!existsSync(join(dist, 'index.html'))) {
    throw new Error(`web: no built SPA in ${dist}; run "npm run build -w @casement/web" first`);
  }
  const assets = new Map<string, Asset>();
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(dist, file).split(sep).join('/')}`;
    const identity = readFileSync(file);
    assets.set(path, {
      type,
      etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
      immutable: path.startsWith('/assets/'),
      body: { identity, br: readIfExists(`${file}.br`), gzip: readIfExists(`${file}.gz`) },
    });
  }
  return assets;
}

const readIfExists = (file: string) => (existsSync(file) ? readFileSync(file) : undefined);

/** Returns the best encoding that the client accepts and the build contains. */
export function chooseEncoding(asset: Asset, accepted: string | undefined): Encoding {
  const acceptedEncodings = (accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((encoding) => !/;\s*q=0(\.0*)?\s*$/.test(encoding))
    .map((encoding) => encoding.split(';')[0]?.trim());
  return (
    (['br', 'gzip'] as const).find(
      (encoding) => asset.body[encoding] && acceptedEncodings.includes(encoding),
    ) ?? 'identity'
  );
}
