import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Asset } from './assets.js';

/** Part of `BrandForPages` (proto/http/auth/brand.ts) that the server reads. */
export interface Brand {
  version: number;
  page: { name: string };
  css: string;
  favicon: string | null;
  supportEmail: string | null;
  supportChatUrl: string | null;
}

/** Pages that show the brand. */
const BRANDED = ['/index.html', '/api/docs/index.html', '/api/docs/openapi.json'];

/**
 * Returns a function that finds an asset with the brand written into it. Each version is compressed once. The page
 * needs no request for its brand, and its scripts keep their hashes in the Content-Security-Policy.
 */
export function brandedAssets(
  assets: ReadonlyMap<string, Asset>,
  read: () => Brand | null,
): (path: string) => Asset | undefined {
  let version = 0;
  let branded: ReadonlyMap<string, Asset> = new Map();
  return (path) => {
    const brand = read();
    if (!brand || brand.version === 0) return assets.get(path);
    if (brand.version !== version) {
      branded = new Map(BRANDED.flatMap((name) => withBrand(name, assets.get(name), brand)));
      version = brand.version;
    }
    return branded.get(path) ?? assets.get(path);
  };
}

function withBrand(path: string, asset: Asset | undefined, brand: Brand): [string, Asset][] {
  if (!asset) return [];
  const text = asset.body.identity.toString();
  const identity = Buffer.from(
    path.endsWith('.json') ? brandedJson(text, brand) : brandedHtml(text, brand),
  );
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  return [
    [
      path,
      {
        ...asset,
        etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
        body: { identity, br: brotliCompressSync(identity, quality), gzip: gzipSync(identity) },
      },
    ],
  ];
}

/** Default name as a word, not as part of an identifier such as `CasementError`. */
const NAME = /\bCasement\b/g;

/** Name in the picture on the landing page (web/src/features/landing/scene.tsx). */
const SCENE_NAME = /(<b>)casement\b/g;

const brandedJson = (json: string, { page }: Brand): string =>
  json.replace(NAME, () => JSON.stringify(page.name).slice(1, -1));

function brandedHtml(html: string, { page, css, favicon }: Brand): string {
  // Inside the script element only `<` could end it early.
  const json = JSON.stringify(page).replace(/</g, '\\u003c');
  const head = `<style>${css}</style><script type="application/json" id="brand">${json}</script>`;
  const icon = favicon && `<link rel="icon" type="image/png" href="${favicon}" />`;
  return html
    .replace(NAME, () => escapeHtml(page.name))
    .replace(SCENE_NAME, (_, tag: string) => tag + escapeHtml(page.name.toLowerCase()))
    .replace(/<link\s+rel="icon"[^>]*>/, (found) => icon ?? found)
    .replace('</head>', () => `${head}</head>`);
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
