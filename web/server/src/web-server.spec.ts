import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import request from 'supertest';
import type { WebConfig } from './config.js';
import { createWebServer } from './web-server.js';

const HTML =
  '<!doctype html><script>theme()</script><script type="module" src="/assets/a-1.js"></script>';

describe('web server', () => {
  let dist: string;

  beforeAll(() => {
    dist = mkdtempSync(join(tmpdir(), 'casement-web-'));
    mkdirSync(join(dist, 'assets'));
    writeFileSync(join(dist, 'index.html'), HTML);
    writeFileSync(join(dist, 'config.json'), '{"stale":true}');
    writeFileSync(join(dist, 'assets/a-1.js'), 'plain');
    writeFileSync(join(dist, 'assets/a-1.js.br'), brotliCompressSync('brotli'));
    writeFileSync(join(dist, 'assets/a-1.js.gz'), gzipSync('gzip'));
    writeFileSync(join(dist, 'assets/desktop-1.wasm'), 'compiled');
    mkdirSync(join(dist, 'api/docs'), { recursive: true });
    writeFileSync(join(dist, 'api/docs/index.html'), 'the API reference');
    writeFileSync(join(dist, 'secret.key'), 'not a type we serve');
  });

  afterAll(() => rmSync(dist, { recursive: true }));

  const config = (overrides: Partial<WebConfig> = {}): WebConfig => ({
    host: '127.0.0.1',
    port: 0,
    dist,
    production: true,
    billingUrl: null,
    public: {
      statusPageUrl: 'https://status.example.com',
      supportEmail: null,
      supportChatUrl: null,
    },
    ...overrides,
  });
  const setup = (overrides: Partial<WebConfig> = {}) => request(createWebServer(config(overrides)));

  it('serves the page at the root to clients that accept any type', async () => {
    const answer = await setup().get('/').set('Accept', '*/*');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
  });

  it('serves the page with revalidation on every request', async () => {
    const answer = await setup().get('/').set('Accept', 'text/html');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(HTML);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it('serves the page for any other browser navigation', async () => {
    const answer = await setup().get('/dashboard').set('Accept', 'text/html,*/*');
    expect(answer.text).toBe(HTML);
  });

  it.each(['/api/docs', '/api/docs/'])(
    'serves the index of %s, which is not part of the SPA',
    async (path) => {
      const answer = await setup().get(path).set('Accept', 'text/html');
      expect(answer.text).toBe('the API reference');
    },
  );

  it('answers 404 instead of the page for a missing file', async () => {
    for (const path of [
      '/assets/gone.js',
      '/api/user/profile',
      '/secret.key',
      '/..%2f..%2fetc/passwd',
    ]) {
      const answer = await setup().get(path).set('Accept', '*/*');
      expect(answer.status).toBe(404);
    }
  });

  it('lets hashed files be cached indefinitely', async () => {
    const answer = await setup().get('/assets/a-1.js');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  it.each([
    ['gzip, deflate, br', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined, 'plain'],
    ['', undefined, 'plain'],
  ])('answers Accept-Encoding "%s" with %s', async (accepted, encoding, body) => {
    const answer = await setup().get('/assets/a-1.js').set('Accept-Encoding', accepted);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.text).toBe(body);
    expect(answer.headers['vary']).toBe('Accept-Encoding');
  });

  it('serves WebAssembly with the type required for streaming compilation', async () => {
    const answer = await setup().get('/assets/desktop-1.wasm');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/wasm');
  });

  it('answers 304 to a matching If-None-Match', async () => {
    const server = setup();
    const { headers } = await server.get('/assets/a-1.js');
    const again = await server.get('/assets/a-1.js').set('If-None-Match', headers['etag']);
    expect(again.status).toBe(304);
  });

  it('allows only scripts from its origin and the inline script by hash', async () => {
    const answer = await setup().get('/').set('Accept', 'text/html');
    const policy = answer.headers['content-security-policy'];
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval' 'sha256-[\w+/]+=+'(;|$)/);
    expect(policy).toMatch(/connect-src 'self'(;|$)/);
    expect(policy.match(/script-src [^;]*/)![0]).not.toMatch(/'unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('localhost');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['x-frame-options']).toBe('DENY');
  });

  it('allows images from loopback in development only', async () => {
    const answer = await setup({ production: false }).get('/').set('Accept', 'text/html');
    expect(answer.headers['content-security-policy']).toContain('http://localhost:*');
  });

  it('serves the public settings instead of the built file', async () => {
    const answer = await setup().get('/config.json');
    expect(answer.body).toEqual({
      statusPageUrl: 'https://status.example.com',
      supportEmail: null,
      supportChatUrl: null,
      price: null,
    });
  });

  it('adds the price to the public settings', async () => {
    const price = { amount: 50_000, bulk: null };
    const answer = await request(createWebServer(config(), () => price)).get('/config.json');
    expect(answer.body).toMatchObject({ price });
  });

  it.each(['/health/live', '/health/ready'])('answers health check %s', async (path) => {
    const answer = await setup().get(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: 'ok' });
  });

  it('answers HEAD without a body and rejects methods other than GET and HEAD', async () => {
    const head = await setup().head('/').set('Accept', 'text/html');
    expect(head.status).toBe(200);
    expect(head.text ?? '').toBe('');
    expect((await setup().post('/')).status).toBe(405);
  });

  it('rejects a malformed address', async () => {
    expect((await setup().get('/%E0%A4%A')).status).toBe(400);
  });

  it('reports a missing build at startup', () => {
    expect(() => setup({ dist: '/nowhere' })).toThrow('no built SPA in /nowhere');
  });
});
