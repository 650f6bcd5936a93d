import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { chooseEncoding, loadAssets, type Asset } from './assets.js';
import { brandedAssets, type Brand } from './branded-pages.js';
import type { WebConfig } from './config.js';
import { securityHeaders } from './security-headers.js';

const ONE_YEAR = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/** Values that other services own; read for each request. */
export interface LiveValues {
  price: () => unknown;
  brand: () => Brand | null;
}

/** Serves the built SPA, its public settings and its health checks. There are no other paths and no writes. */
export function createWebServer(config: WebConfig, { price, brand }: LiveValues): Server {
  const assets = loadAssets(config.dist);
  const html = assets.get('/index.html')!.body.identity.toString();
  const headers = securityHeaders(html, config.production);
  const find = brandedAssets(assets, brand);

  return createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return end(request, response, 405, 'Method not allowed');
    }
    const path = pathOf(request);
    switch (path) {
      case '/health/live':
      case '/health/ready':
        return endJson(request, response, JSON.stringify({ status: 'ok' }), 'no-store');
      case '/config.json':
        return endJson(
          request,
          response,
          JSON.stringify({ ...publicSettings(config, brand()), price: price() }),
          REVALIDATE,
        );
      case null:
        return end(request, response, 400, 'Bad request');
    }
    // Page requests for other paths are left to the SPA; a missing file stays a 404. The root is a page for all
    // clients, including a curl that accepts any type.
    const isPage = path === '/' || acceptsHtml(request);
    const folder = `${path.replace(/\/$/, '')}/index.html`;
    const asset = find(path) ?? find(folder) ?? (isPage ? find('/index.html') : undefined);
    if (!asset) return end(request, response, 404, 'Not found');
    endAsset(request, response, asset);
  });
}

/** Support addresses of the brand take precedence over the environment. */
const publicSettings = (config: WebConfig, brand: Brand | null): WebConfig['public'] => ({
  ...config.public,
  ...(brand?.supportEmail && { supportEmail: brand.supportEmail }),
  ...(brand?.supportChatUrl && { supportChatUrl: brand.supportChatUrl }),
});

function pathOf({ url }: IncomingMessage): string | null {
  try {
    return decodeURIComponent(new URL(url ?? '/', 'http://web').pathname);
  } catch {
    return null;
  }
}

const acceptsHtml = ({ headers }: IncomingMessage) => /\btext\/html\b/.test(headers.accept ?? '');

function endAsset(request: IncomingMessage, response: ServerResponse, asset: Asset): void {
  response.setHeader('Cache-Control', asset.immutable ? ONE_YEAR : REVALIDATE);
  response.setHeader('ETag', asset.etag);
  response.setHeader('Vary', 'Accept-Encoding');
  if (request.headers['if-none-match'] === asset.etag) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const encoding = chooseEncoding(asset, request.headers['accept-encoding']?.toString());
  const body = asset.body[encoding] ?? asset.body.identity;
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Type', asset.type);
  finish(request, response, 200, body);
}

function endJson(
  request: IncomingMessage,
  response: ServerResponse,
  json: string,
  cache: string,
): void {
  response.setHeader('Cache-Control', cache);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  finish(request, response, 200, Buffer.from(json));
}

function end(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
): void {
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  finish(request, response, status, Buffer.from(`${text}\n`));
}

function finish(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: Buffer,
): void {
  response.statusCode = status;
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}
