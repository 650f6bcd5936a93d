import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { correlationIdFrom } from '@casement/common/core/context/correlation-id.js';
import { DESKTOP_DEFLATE } from '@casement/proto/http/install/desktops/desktops.js';
import { detailOf, gatewayEntries, kindOf } from '@casement/security/evaluation/gateway-entry.js';
import { call, type Call, raw } from './support/call.js';
import { startLocal, until } from './support/subject.js';
import { type ReceivedRequest, Upstream } from './support/upstream.js';

/** Tests gateway/kong.yml itself: which service gets each call, and what no caller can do. */
const SERVICES = [
  ...(['auth', 'billing', 'install', 'install-desktop', 'telegram', 'security', 'web'] as const),
];
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

/** Calls of SPEC §7, by owning service. */
const OWNERS: Record<string, string> = {
  auth: `
    POST /api/auth/register, POST /api/auth/login, POST /api/auth/2fa/verify, POST /api/auth/logout
    POST /api/auth/refresh, POST /api/auth/verify-email, POST /api/auth/resend-verification
    POST /api/auth/forgot-password, GET /api/auth/validate-reset-token/abc
    POST /api/auth/reset-password, GET /api/auth/captcha, GET /api/auth/captcha/generate
    POST /api/migration/add-email, POST /api/migration/verify-email
    GET /api/user/profile, PUT /api/user/profile, GET /api/user/dashboard, DELETE /api/user/account
    POST /api/user/update-password, GET /api/user/sessions, DELETE /api/user/sessions/${ID}
    GET /api/user/api-keys, POST /api/user/api-keys, DELETE /api/user/api-keys/${ID}
    GET /api/user/2fa, DELETE /api/user/2fa, POST /api/user/2fa/setup
    POST /api/admin/users/${ID}/recovery, POST /api/auth/recovery/cancel
    POST /api/user/passkeys, DELETE /api/user/passkeys/${ID}, POST /api/auth/passkeys/verify
    POST /api/user/email, POST /api/user/email/confirm, POST /api/auth/email/undo
    GET /api/admin/2fa/status, POST /api/admin/2fa/setup, POST /api/admin/2fa/enable
    POST /api/admin/2fa/disable, GET /api/admin/users, GET /api/admin/users?page=2
    PUT /api/admin/users/${ID}, DELETE /api/admin/users/${ID}
    GET /api/admin/users/${ID}, GET /api/admin/users/${ID}/sessions
    GET /legal/terms?lang=id, GET /legal/unknown, GET /api/legal-pages, GET /api/legal-pages/terms
    POST /api/user/terms/accept, POST /api/user/account/export
    GET /brand/0123.png, GET /api/admin/brand, PUT /api/admin/brand, POST /api/admin/brand/images,
    PUT /api/admin/legal/terms/draft, POST /api/admin/legal/terms/publish, POST /api/admin/legal-preview
    GET /api/admin/operations/auth, DELETE /api/admin/operations/auth/dead-letters/${ID}`,
  billing: `
    POST /api/user/topup/calculate, POST /api/user/topup, GET /api/user/topup/history
    POST /api/user/topup/bpay/prepare, POST /api/user/topup/bpay/verify
    GET /api/user/payment-methods/enabled, POST /api/admin/users/${ID}/quota
    POST /api/admin/users/${ID}/quota/, GET /api/admin/users/${ID}/quota/ledger?format=csv
    GET /api/user/quota/ledger, GET /api/admin/topups?page=2, GET /api/admin/topups/review
    GET /api/admin/topups/revenue?unit=week
    POST /api/admin/topups/${ID}/review/resolve, GET /api/admin/products, POST /api/admin/products
    PUT /api/admin/products/${ID}, DELETE /api/admin/products/${ID}
    GET /api/admin/payment-methods, PATCH /api/admin/payment-methods/BPAY
    POST /api/admin/payment-methods/sync, POST /api/payments/tripay/callback
    POST /api/payments/midtrans/callback, POST /api/payments/stripe/callback
    GET /uploads/products/a.webp
    GET /api/admin/operations/billing, DELETE /api/admin/operations/billing/dead-letters/${ID}`,
  install: `
    GET /api/user/windows-versions, POST /api/user/install, GET /api/user/install-history
    POST /api/user/install/check, GET /api/user/install/check/${ID}
    POST /api/user/install/${ID}/cancel, GET /api/user/install/${ID}/log
    GET /api/user/install/${ID}/events, GET /api/admin/install-data/${ID}/log
    GET /api/user/webhook-listener/events, POST /api/user/batches, GET /api/user/batches/${ID}/results.csv
    GET /api/user/webhooks, POST /api/user/webhooks/${ID}/deliveries/${ID}/replay
    GET /api/admin/install-monitoring/history, GET /api/admin/install-monitoring/outcomes
    GET /api/admin/install-monitoring/hours
    GET /api/admin/windows-versions, POST /api/admin/windows-versions
    PUT /api/admin/windows-versions/${ID}, DELETE /api/admin/windows-versions/${ID}
    GET /api/admin/install-data, PUT /api/admin/install-data/${ID}
    DELETE /api/admin/install-data/${ID}, GET /api/admin/install-monitoring/realtime
    GET /api/admin/install-monitoring/progress/${ID}, GET /api/admin/install-monitoring/events
    POST /api/install/agent/check-in, GET /images/chunks/abc, GET /root-password.sh
    PUT /api/admin/windows-images/uploads/${ID}/parts/0, POST /api/admin/windows-images/uploads
    POST /api/user/install/${ID}/desktop
    GET /api/admin/desktops?page=2, POST /api/admin/desktops/${ID}/end
    GET /api/admin/operations/install, DELETE /api/admin/operations/install/dead-letters/${ID}`,
  'install-desktop': 'GET /api/desktop, GET /api/desktop?ignored=1',
  telegram: `
    GET /api/auth/telegram/status, POST /api/user/connect-telegram
    POST /api/user/telegram-notifications, POST /api/user/disconnect-telegram
    GET /api/telegram/bot-info, GET /api/admin/telegram-bot/status
    GET /api/admin/telegram-bot/monitor, POST /api/admin/telegram-bot/start
    POST /api/admin/telegram-bot/stop, GET /api/admin/telegram-backup-bot/status
    POST /api/admin/telegram-backup-bot/start, POST /api/admin/telegram-backup-bot/stop
    GET /api/admin/operations/telegram, DELETE /api/admin/operations/telegram/dead-letters/${ID}`,
  security: `
    GET /api/security/dashboard, GET /api/security/alerts?type=all, GET /api/security/alerts/stats
    GET /api/security/recovery, POST /api/security/recovery/trigger
    POST /api/security/recovery/cancel, GET /api/security/recovery/${ID}
    POST /api/security/recovery/${ID}/retry, DELETE /api/security/alerts/clear
    DELETE /api/security/alerts/${ID}, GET /api/security/blocked-ips, POST /api/security/block-ip
    POST /api/security/unblock-ip, POST /api/security/unblock-ip/bulk
    DELETE /api/security/blocked-ips/expired
    GET /api/admin/operations/security, DELETE /api/admin/operations/security/dead-letters/${ID}`,
  web: `
    GET /, GET /login, GET /reset-password?token=t, GET /dashboard, GET /assets/app.js
    GET /config.json, GET /api/docs, GET /api/docs/openapi.json, GET /apiary, GET /root-password.shx, GET /legal, GET /legalese, GET /internals`,
};
const CALLS = Object.entries(OWNERS).flatMap(([owner, calls]) =>
  calls
    .trim()
    .split(/\s*[,\n]\s*/)
    .map((line) => [...line.split(' '), owner] as [method: string, path: string, owner: string]),
);

describe('gateway/kong.yml', () => {
  const upstreams = SERVICES.map((name) => new Upstream(name));
  let base: string;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const ports = await Promise.all(upstreams.map((upstream) => upstream.listen()));
    const map = Object.fromEntries(SERVICES.map((name, i) => [name, `127.0.0.1:${ports[i]}`]));
    ({ base, close } = await startLocal('../kong.yml', map));
  });
  afterAll(async () => {
    await close();
    await Promise.all(upstreams.map((upstream) => upstream.close()));
  });

  const received = async (path: string, options?: Call) =>
    JSON.parse((await call(base, path, options)).text) as ReceivedRequest;

  it.each(CALLS)(
    '§7 routes %s %s to %s, which sees the complete path',
    async (method, path, owner) => {
      expect(await received(path, { method })).toMatchObject({ name: owner, method, url: path });
    },
  );

  it.each([
    '/api',
    '/api/',
    '/api/nope',
    '/api/docsx',
    '/api/desktop/',
    '/api/desktops',
    '/api/user',
    '/api/user/nope',
    '/api/admin',
    '/api/install/other',
    '/API/../api/x',
    '/api//nope',
    '/internal/jwks.json',
    '/internal/metrics',
    '/internal',
    '/health/ready',
    '/metrics',
    '/login/../internal/routes',
    '/%69nternal/routes',
  ])('answers %s itself with a JSON 404 in the common error format', async (path) => {
    const reply = await call(base, path, { headers: { accept: 'text/html' } });
    expect(reply.status).toBe(404);
    expect(reply.headers['content-type']).toContain('application/json');
    expect(JSON.parse(reply.text)).toEqual({
      success: false,
      message: 'This path does not exist.',
      code: 'NOT_FOUND',
    });
    expect(reply.headers['x-request-id']).toBeTruthy();
  });

  it('exposes no internal route through any spelling of an /api path', async () => {
    for (const path of ['/api/auth/../../internal/jwks.json', '/api/auth/%2e%2e/%2E./internal/x'])
      expect((await call(base, path)).status).toBe(404);
    const { url } = await received('/api/auth/..%2f..%2finternal/x');
    expect(url).toBe('/api/auth/..%2F..%2Finternal/x');
  });

  it("gives every service the peer's address instead of the address claimed by the caller", async () => {
    const headers = { 'x-real-ip': '9.9.9.9', 'x-forwarded-for': '9.9.9.9' };
    for (const path of ['/api/user/profile', '/api/payments/tripay/callback', '/images/x']) {
      const got = await received(path, { headers });
      expect(got.headers['x-real-ip']).toBe('127.0.0.1');
      expect(got.headers['x-forwarded-for']).toBe('9.9.9.9, 127.0.0.1');
    }
  });

  describe('log for security', () => {
    const security = upstreams[SERVICES.indexOf('security')];
    let started = 0;
    // Entries of earlier tests may still be in flight.
    const entries = () =>
      (security.logged.flat() as { started_at: number; request: { uri: string } }[]).filter(
        (entry) => entry.started_at > started,
      );
    const TOKEN = 'kq3Zx_0123456789-abcdefghijklmnopqrstuvwxyzA';
    const long = 'x'.repeat(9000);
    const get = (path: string, ...fields: string[]) =>
      [`GET ${path} HTTP/1.1`, 'Host: a', ...fields, 'Connection: close', '', ''].join('\r\n');
    beforeEach(async () => {
      started = Date.now();
      await until(() => Date.now() > started);
    });

    /** Each request contains the token somewhere. */
    const REQUESTS = [
      get(`/api/auth/validate-reset-token/${TOKEN}`),
      get(`/api/auth/VALIDATE-reset-token/${TOKEN}/`),
      get(`/api/auth/validate-reset-token/${TOKEN}%FF`),
      get(`/api/auth/validate-reset-token/${TOKEN.slice(0, 20)}%2D${TOKEN.slice(20)}`),
      get(`/api/auth/validate-reset-token/${TOKEN}`, `X-Long: ${long}`),
      get(`/api/auth/validate-reset-token/${TOKEN}`, 'TE: gzip'),
      get(`/api/auth/validate-reset-token/${TOKEN}`).replace('GET', 'TRACE'),
      get(`/api/auth/validate-reset-token/${TOKEN}`, 'Host: b'),
      get(`/api/migration/verify-email/${TOKEN}?token=${TOKEN}`),
      get(`/images/chunks/x?token=${TOKEN}`),
      get(`/reset-password?token=${TOKEN}`),
      get(`/nope/%zz/${TOKEN}`),
      get(`/api/nope/${TOKEN}?${TOKEN}#${TOKEN}`),
      get(`/api/user/profile?${long}${TOKEN}`),
      get('/api/user/profile', `Authorization: Bearer ${TOKEN}`, `Cookie: refresh=${TOKEN}`),
      get('/api/user/profile', `Referer: http://a/reset-password?token=${TOKEN}`),
      get('/api/user/profile', `X-Request-Id: ${TOKEN}${TOKEN}`, `X-Other: ${TOKEN}`),
      get('/api/user/profile', 'x-do: headers'),
    ];

    it('contains no token from URLs or headers, and only the status of a response', async () => {
      for (const request of REQUESTS) await raw(base, request);
      await until(() => entries().length === REQUESTS.length);
      const text = JSON.stringify(entries());
      expect(text).not.toContain(TOKEN.slice(0, 20));
      expect(text).not.toContain(TOKEN.slice(-20));
      expect(text).not.toMatch(/set-cookie|"url"|querystring/);
      expect(entries().map(({ request }) => request.uri)).toContain(
        '/api/auth/validate-reset-token/[token]',
      );
    });

    it('contains every field of a refusal that security reads', async () => {
      await call(base, '/api/nope/.env');
      await call(base, '/api/nope', { headers: { 'sec-fetch-site': 'cross-site' } });
      const body = Buffer.alloc(1024 ** 2 + 1);
      await call(base, '/api/user/topup', { method: 'POST', body });
      await call(base, '/assets/none.js', { headers: { 'x-do': 'fail' } });
      await until(() => entries().length === 4);
      const read = gatewayEntries.parse(entries());
      expect(
        read.map((entry) => [kindOf(entry, 'https://casement.example'), detailOf(entry)]),
      ).toEqual([
        ['unknown_path', 'GET /api/nope/.env'],
        [null, 'GET /api/nope'],
        ['body_too_large', 'POST billing-api'],
        [null, 'GET web'],
      ]);
      expect(read.map(({ client_ip }) => client_ip)).toEqual(Array(4).fill('127.0.0.1'));
    });
  });

  it('answers 429 with a readable message and the time to retry', async () => {
    const again = () => call(base, '/api/auth/2fa/verify', { method: 'POST' });
    let reply = await again();
    // A new minute may start in between.
    for (let n = 0; n < 150 && reply.status !== 429; n += 1) reply = await again();
    const { status, text, headers } = reply;
    expect([status, JSON.parse(text)]).toEqual([
      429,
      {
        success: false,
        message: 'Too many requests. Please try again later.',
        code: 'GATEWAY_ERROR',
      },
    ]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it("replaces an invalid caller's request ID before a service sees it", async () => {
    const own = async (id: string) =>
      (await received('/api/user/profile', { headers: { 'x-request-id': id } })).headers[
        'x-request-id'
      ];
    expect(await own('from-the-caller-1')).toBe('from-the-caller-1');
    expect(await own("a'; DROP TABLE")).toMatch(/^[\da-f-]{36}$/);
  });

  it.each(['from-the-caller-1', 'x'.repeat(64), 'a.b_c-D9'])(
    'passes only request IDs that services accept: %s',
    (id) => expect(correlationIdFrom(id)).toBe(id),
  );

  it("upgrades a desktop's WebSocket with the caller's address, subprotocol and security headers", async () => {
    const socket = new WebSocket(`${base.replace('http', 'ws')}/api/desktop`, DESKTOP_DEFLATE, {
      headers: { 'x-real-ip': '9.9.9.9' },
    });
    const upgraded = once(socket, 'upgrade') as Promise<[IncomingMessage]>;
    await once(socket, 'open');
    const [{ headers }] = await upgraded;
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-ratelimit-limit-minute': '300' });
    const relay = upstreams[SERVICES.indexOf('install-desktop')];
    expect(relay.webSockets[0].request.headers).toMatchObject({
      'x-real-ip': '127.0.0.1',
      'sec-websocket-protocol': DESKTOP_DEFLATE,
    });
    expect(socket.protocol).toBe(DESKTOP_DEFLATE);
    socket.terminate();
  });

  describe('limits', () => {
    const post = (path: string, bytes: number) =>
      call(base, path, { method: 'POST', body: Buffer.alloc(bytes) });

    it('rejects more than 1 MB, or more than 6 MB for a product', async () => {
      expect((await post('/api/user/install', 1024 ** 2)).status).toBe(200);
      expect((await post('/api/user/install', 1024 ** 2 + 1)).status).toBe(413);
      expect((await post('/api/admin/products', 6 * 1024 ** 2)).status).toBe(200);
      expect((await post('/api/admin/products', 6 * 1024 ** 2 + 1)).status).toBe(413);
    });

    it('accepts at most 4 MiB for a part of an upload', async () => {
      const part = `/api/admin/windows-images/uploads/${ID}/parts/7`;
      const upload = (bytes: number) =>
        call(base, part, { method: 'PUT', body: Buffer.alloc(bytes) });
      expect((await upload(4 * 1024 ** 2)).status).toBe(200);
      expect((await upload(4 * 1024 ** 2 + 1)).status).toBe(413);
      expect((await post(`${part}/more`, 1024 ** 2 + 1)).status).toBe(413);
      expect((await call(base, part)).headers['x-ratelimit-limit-minute']).toBe('3000');
    });

    it.each([
      ['/api/auth/login', '120'],
      ['/api/auth/LOGIN', '120'],
      ['/api/auth/forgot-password', '60'],
      ['/api/auth/reset-password', '60'],
      ['/api/auth/2fa/verify', '60'],
      ['/api/auth/validate-reset-token/x', '60'],
      ['/api/migration/add-email', '120'],
      ['/api/auth/captcha/generate', '180'],
      ['/api/auth/refresh', '3000'],
      ['/api/auth/logout', '3000'],
      ['/api/auth/telegram/status', '3000'],
      ['/api/admin/operations/auth', '3000'],
      ['/api/user/install-history', '3000'],
      [`/api/user/install/${ID}/events`, '300'],
      ['/api/desktop', '300'],
      ['/api/payments/tripay/callback', '1200'],
      ['/api/payments/midtrans/callback', '1200'],
      ['/api/payments/stripe/callback', '1200'],
      ['/api/nope', '300'],
      ['/api/install/agent/check-in', undefined],
      ['/images/chunks/x', undefined],
      ['/assets/app.js', undefined],
    ])('puts %s into the class of %s requests a minute', async (path, limit) => {
      const { headers } = await call(base, path);
      expect(headers['x-ratelimit-limit-minute']).toBe(limit);
    });
  });

  it.each(['/', '/api/user/profile', '/api/nope', '/uploads/a.png'])(
    'sends the security headers with %s',
    async (path) => {
      const { headers } = await call(base, path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000',
      });
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it("keeps the SPA's own Content-Security-Policy", async () => {
    const { headers } = await call(base, '/', { headers: { 'x-do': 'headers' } });
    expect(headers['content-security-policy']).toBe("script-src 'self'");
  });
});
