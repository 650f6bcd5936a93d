import { detailOf, gatewayEntry, kindOf } from './gateway-entry.js';

const PUBLIC_URL = 'https://casement.example';
const entry = (over: object) =>
  gatewayEntry.parse({
    client_ip: '203.0.113.1',
    request: { method: 'GET', uri: '/api/nothing?token=secret', headers: {} },
    response: { status: 404 },
    latencies: { proxy: -1 },
    started_at: 0,
    ...over,
  });
const status = (code: number, over: object = {}) => entry({ response: { status: code }, ...over });
const asked = { service: { name: 'auth' }, latencies: { proxy: 3 } };

describe(kindOf.name, () => {
  it.each([
    ['a path without a service', status(404), 'unknown_path'],
    [
      'a call above the gateway’s limit',
      status(429, { service: { name: 'auth' } }),
      'rate_limited',
    ],
    [
      'a body above the gateway’s limit',
      status(413, { service: { name: 'auth' } }),
      'body_too_large',
    ],
    ['a missing file', status(404, { ...asked, service: { name: 'web' } }), 'file_not_found'],
    ['a service’s own 429, which the service has signaled itself', status(429, asked), null],
    ['a missing object', status(404, asked), null],
    ['a success', status(200, asked), null],
  ])('returns the kind of %s', (_what, logEntry, kind) =>
    expect(kindOf(logEntry, PUBLIC_URL)).toBe(kind),
  );

  it.each([
    ['an image on a page of another site', { 'sec-fetch-site': 'cross-site' }, null],
    ['an image on a page of another subdomain', { 'sec-fetch-site': 'same-site' }, null],
    ['a form of another site in an old browser', { origin: 'https://evil.test' }, null],
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL }, 'unknown_path'],
    ['a program', {}, 'unknown_path'],
    ['a program that sends a header twice', { origin: ['a', 'b'] }, 'unknown_path'],
  ])('counts only requests that the address sent itself: %s', (_who, headers, kind) => {
    const request = { method: 'GET', uri: '/api/x1.png', headers };
    expect(kindOf(entry({ request }), PUBLIC_URL)).toBe(kind);
  });
});

describe(detailOf.name, () => {
  it('returns text that PostgreSQL accepts, wherever the path is cut', () => {
    for (const start of ['/api/', '/api/x']) {
      const uri = start + '\u{1f600}'.repeat(100);
      const detail = detailOf(entry({ request: { method: 'GET', uri, headers: {} } }));
      expect(JSON.stringify(detail)).not.toMatch(/\\ud[89a-f]/i);
    }
  });

  it('returns the path without query and tokens when no service answers', () => {
    expect(detailOf(entry({}))).toBe('GET /api/nothing');
    const token = 'a-Token_of-forty-three-letters-or-more-than-that';
    const request = { method: 'GET', uri: `/api/x/${token}` };
    expect(detailOf(entry({ request }))).toBe('GET /api/x/[token]');
  });

  it('returns only the route when a service answers', () => {
    expect(detailOf(status(429, { ...asked, route: { name: 'auth-captcha' } }))).toBe(
      'GET auth-captcha',
    );
  });
});
