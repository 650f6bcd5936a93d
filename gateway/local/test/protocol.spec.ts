import { call, raw } from './support/call.js';
import { startSubject, type Subject } from './support/subject.js';
import type { ReceivedRequest } from './support/upstream.js';

const CHUNKED = 'Transfer-Encoding: chunked';

describe('nginx refusals before routing', () => {
  let subject: Subject;
  beforeAll(async () => void (subject = await startSubject()));
  afterAll(() => subject.close());

  const send = (line: string, fields: string[], body = '') =>
    raw(subject.base, [line, ...fields, 'Connection: close', '', body].join('\r\n'));
  const get = (...fields: string[]) => send('GET /ns HTTP/1.1', fields);
  const host = 'Host: shop.example';

  it.each([
    ['two Host headers', [host, 'Host: other.example']],
    ['an empty Host', ['Host:']],
    ['a Host with a slash', ['Host: shop/x']],
    ['a Host with two dots in a row', ['Host: shop..example']],
    ['two Authorization headers', [host, 'Authorization: Bearer a', 'Authorization: Bearer b']],
    ['a header that is one byte too long', [host, `X-Long: ${'x'.repeat(8183)}`]],
    ['two Content-Length headers', [host, 'Content-Length: 1', 'Content-Length: 2']],
    ['Content-Length and Transfer-Encoding', [host, 'Content-Length: 3', CHUNKED]],
    ['a folded header', [host, 'X-Folded: one', ' two']],
  ])('answer 400 to %s', async (_, fields) => {
    const before = subject.upstream.methods.length;
    expect((await send('POST /ns HTTP/1.1', fields, '0\r\n\r\n')).status).toBe(400);
    expect(subject.upstream.methods.length).toBe(before);
  });

  it.each([
    ['one Host with a port', [host + ':8443']],
    ['an IPv6 Host', ['Host: [::1]:80']],
    ['a header of 8 KiB including its line end', [host, `X-Long: ${'x'.repeat(8182)}`]],
  ])('do not apply to %s', async (_, fields) => expect((await get(...fields)).status).toBe(200));

  it('answer 501 to an unknown transfer encoding', async () => {
    const fields = [host, 'Transfer-Encoding: gzip, chunked'];
    expect((await send('POST /ns HTTP/1.1', fields, '0\r\n\r\n')).status).toBe(501);
  });

  it('answer 400 to a chunked HTTP/1.0 body, and 505 to HTTP/2.0 without its preface', async () => {
    expect((await send('POST /ns HTTP/1.0', [host, CHUNKED], '0\r\n\r\n')).status).toBe(400);
    expect((await send('GET /ns HTTP/2.0', [host])).status).toBe(505);
  });

  it('drop invalid header names so that no service mistakes one for another', async () => {
    const { text } = await call(subject.base, '/ns', {
      headers: {
        'X.Dot': '1',
        X$d: '2',
        'X-Under_score': '3',
        X_Request_Id: 'not-the-id',
        'X-Dash-1': '4',
      },
    });
    const { headers } = JSON.parse(text) as ReceivedRequest;
    const names = Object.keys(headers).filter((name) =>
      /^x.?(dot|d$|under|dash|request)/.test(name),
    );
    expect(names.sort()).toEqual(['x-dash-1', 'x-request-id']);
    expect(headers['x-request-id']).not.toBe('not-the-id');
  });

  it('answer 431 to more than 100 headers, before the body is read', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: 1`);
    // Host, Connection and Content-Length count, too.
    const post = (count: number) =>
      send('POST /ns HTTP/1.1', [host, ...fields(count), 'Content-Length: 2'], '{}');
    expect((await post(97)).status).toBe(200);
    const refused = await post(98);
    expect([refused.status, refused.text]).toEqual([431, expect.stringContaining('GATEWAY_ERROR')]);
  });

  it.each(['Content-Length', 'keep-alive, content-length'])(
    'do not parse a body as the next request because of Connection: %s',
    async (options) => {
      const before = subject.upstream.methods.length;
      const smuggled = `DELETE /ns HTTP/1.1\r\n${host}\r\n\r\n`;
      const last = `\r\nGET /nothing HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`;
      const fields = [host, `Connection: ${options}`, `Content-Length: ${smuggled.length}`];
      const request = ['POST /ns HTTP/1.1', ...fields, '', smuggled + last].join('\r\n');
      expect((await raw(subject.base, request)).status).toBe(400);
      expect(subject.upstream.methods.slice(before)).toEqual([]);
    },
  );

  it('answer 404 to a path that is not UTF-8, and count it for no route', async () => {
    for (const path of ['/ns/%FF', '/limited/%FF', '/ns/%C3']) {
      const reply = await call(subject.base, path);
      expect([reply.status, reply.headers['ratelimit-limit']]).toEqual([404, undefined]);
    }
  });

  it("include the gateway's own headers", async () => {
    const { headers, text } = await get(host, 'Host: other.example');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['x-request-id']).toBeTruthy();
    expect(JSON.parse(text)).toMatchObject({ success: false, code: 'GATEWAY_ERROR' });
  });
});
