import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import request from 'supertest';
import type { WebConfig } from './config.js';
import { createWebServer, type LiveValues } from './web-server.js';

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
    authUrl: null,
    public: {
      statusPageUrl: 'https://status.example.com',
      supportEmail: null,
      supportChatUrl: null,
    },
    ...overrides,
  });
  const setup = (overrides: Partial<WebConfig> = {}, live: Partial<LiveValues> = {}) =>
    request(createWebServer(config(overrides), { price: () => null, brand: () => null, ...live }));

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
    const answer = await setup({}, { price: () => price }).get('/config.json');
    expect(answer.body).toMatchObject({ price });
  });

  describe('brand in the pages', () => {
    const brand = {
      version: 3,
      page: { name: 'A & </script>', footerLinks: [] },
      css: ':root{--primary:#a3003c}',
      favicon: '/brand/f.png',
      supportEmail: 'help@acme.example',
      supportChatUrl: null,
    };
    const PAGE =
      '<!doctype html><head><title>Casement</title><link rel="icon" href="data:,x" /><script>theme()</script></head>';
    const branded = () => {
      writeFileSync(join(dist, 'index.html'), PAGE);
      return setup({}, { brand: () => brand });
    };
    afterAll(() => writeFileSync(join(dist, 'index.html'), HTML));

    it('serves the page with name, favicon, colours and data, and the same script policy', async () => {
      const answer = await branded().get('/').set('Accept', 'text/html');
      expect(answer.text).toBe(
        '<!doctype html><head><title>A &#38; &#60;/script&#62;</title>' +
          '<link rel="icon" type="image/png" href="/brand/f.png" /><script>theme()</script>' +
          '<style>:root{--primary:#a3003c}</style>' +
          '<script type="application/json" id="brand">{"name":"A & \\u003c/script>","footerLinks":[]}</script></head>',
      );
      const plain = await setup().get('/').set('Accept', 'text/html');
      const policy = 'content-security-policy';
      expect(answer.headers[policy]).toBe(plain.headers[policy]);
      expect(answer.headers['etag']).not.toBe(plain.headers['etag']);
    });

    it('compresses the changed page', async () => {
      const answer = await branded()
        .get('/')
        .set('Accept', 'text/html')
        .set('Accept-Encoding', 'br');
      expect(answer.headers['content-encoding']).toBe('br');
      expect(answer.text).toContain('--primary:#a3003c');
    });

    it('follows a change without a restart', async () => {
      const names = ['Acme', 'Other'];
      let version = 0;
      writeFileSync(join(dist, 'index.html'), PAGE);
      const server = setup(
        {},
        {
          brand: () => ({ ...brand, version, page: { name: names[version - 1] ?? '' } }),
        },
      );
      const title = async () => /<title>(.*)<\/title>/.exec((await server.get('/')).text)?.[1];
      expect(await title()).toBe('Casement');
      version = 1;
      expect(await title()).toBe('Acme');
      version = 2;
      expect(await title()).toBe('Other');
    });

    it('replaces only the support addresses that the brand has', async () => {
      const { body } = await setup(
        {
          public: { statusPageUrl: null, supportEmail: 'a@b.c', supportChatUrl: 'https://t.me/a' },
        },
        { brand: () => brand },
      ).get('/config.json');
      expect(body).toMatchObject({
        supportEmail: 'help@acme.example',
        supportChatUrl: 'https://t.me/a',
      });
    });
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
