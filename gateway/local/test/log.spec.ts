import { call } from './support/call.js';
import { startSubject, type Subject, until } from './support/subject.js';

interface Entry {
  request: {
    method: string;
    uri: string;
    headers: Record<string, string>;
    querystring?: Record<string, string>;
  };
  response: { status: number; headers: Record<string, string> };
  latencies: { request: number; proxy: number; kong: number };
  service?: { name: string };
  route?: { name: string };
  client_ip: string;
  upstream_uri: string;
  started_at: number;
}

describe('http-log like Kong', () => {
  let subject: Subject;
  // A real Kong that is tested through BASE_URL must be started with the same value.
  process.env['LOG_SECRET'] = 's3cret-of-the-log';
  beforeAll(async () => void (subject = await startSubject()));
  afterAll(() => subject.close());
  beforeEach(() => void subject.upstream.logged.splice(0));

  const logged = () => until(() => subject.upstream.logged[0]);

  it('posts one object per request with a batch size of one', async () => {
    const before = Date.now();
    const headers = { 'x-do': 'headers', 'user-agent': 'test', authorization: 'Bearer secret' };
    await call(subject.base, '/logged/x', { method: 'PUT', headers, body: 'secret' });
    const entry = (await logged()) as Entry;
    expect(entry).toMatchObject({
      request: { method: 'PUT', uri: '/logged/x', headers: { 'user-agent': 'test' } },
      response: { status: 201 },
      service: { name: 'echo' },
      route: { name: 'logged' },
      upstream_uri: '/x',
    });
    expect(entry.latencies.proxy).toBeGreaterThanOrEqual(0);
    expect(entry.started_at).toBeGreaterThanOrEqual(before);
    expect(entry.client_ip).toBeTruthy();
    expect(JSON.stringify(entry)).not.toContain('secret');
  });

  it('omits the fields named in the file', async () => {
    const headers = { cookie: 'session=s3cret', 'x-do': 'headers' };
    await call(subject.base, '/logged/x', { headers });
    const { request, response } = (await logged()) as Entry;
    expect([request.headers['cookie'], request.querystring]).toEqual([undefined, undefined]);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(request.headers['x-do']).toBe('headers');
  });

  const TOKEN = 'kq3Zx_0123456789-abcdefghijklmnopqrstuvwxyzA';
  it.each([
    [`/secretive/reset/${TOKEN}`, '/secretive/reset/[token]'],
    [`/secretive/${TOKEN}/x?token=${TOKEN}`, '/secretive/[token]/x'],
    [`/secretive?token=${TOKEN}`, '/secretive'],
    [`/secretive/${TOKEN.slice(0, 10)}%2D${TOKEN.slice(10, 20)}`, '/secretive/[token]'],
    ['/secretive/.env/wp-login.php?a=/b', '/secretive/.env/wp-login.php'],
  ])('logs the path of %s without tokens', async (url, uri) => {
    const headers = {
      origin: 'https://shop.example',
      'sec-fetch-site': 'same-origin',
      'x-do': 'headers',
      referer: `https://shop.example/${TOKEN}`,
      'x-other': TOKEN,
    };
    await call(subject.base, url, { headers });
    const entry = (await logged()) as Entry;
    expect(entry.request).toMatchObject({ method: 'GET', uri });
    expect(entry.request.headers).toEqual({
      origin: 'https://shop.example',
      'sec-fetch-site': 'same-origin',
    });
    expect(Object.keys(entry.request)).not.toContain('url');
    expect(entry.response.headers).toBeUndefined();
    expect(JSON.stringify(entry)).not.toContain(TOKEN.slice(0, 10));
  });

  it('sends the configured headers, with secrets from their variables', async () => {
    const before = subject.upstream.logHeaders.length;
    await call(subject.base, '/logged/x');
    const sent = await until(() => subject.upstream.logHeaders[before]);
    expect([sent['x-log-name'], sent['x-log-secret']]).toEqual(['casement', 's3cret-of-the-log']);
  });

  it('posts an array of entries with a batch size above one', async () => {
    await Promise.all([1, 2, 3].map((n) => call(subject.base, `/batched/${n}`)));
    const uris = await until(() => {
      const all = (subject.upstream.logged as Entry[][]).flat().map(({ request }) => request.uri);
      return all.length === 3 && all;
    });
    expect(uris.sort()).toEqual(['/batched/1', '/batched/2', '/batched/3']);
    expect(subject.upstream.logged.every(Array.isArray)).toBe(true);
  });

  it('never affects a request when the log cannot be delivered', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => call(subject.base, '/unlogged')));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
