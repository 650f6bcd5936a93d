import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { call, raw } from './support/call.js';
import { REAL_KONG, startSubject, type Subject, until } from './support/subject.js';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

describe('WebSocket through the gateway', () => {
  let subject: Subject;
  beforeAll(async () => void (subject = await startSubject()));
  afterAll(() => subject.close());

  const dial = (path: string, headers: Record<string, string> = {}) => {
    const socket = new WebSocket(`${subject.base.replace('http', 'ws')}${path}`, { headers });
    // Ignores errors, because the failed condition of a test says more than an unhandled error.
    return socket.on('error', () => undefined);
  };
  const openTo = async (path: string, headers?: Record<string, string>) => {
    const before = subject.upstream.webSockets.length;
    const socket = dial(path, headers);
    const upgraded = once(socket, 'upgrade') as Promise<[IncomingMessage]>;
    await once(socket, 'open');
    const [answer] = await upgraded;
    const service = await until(() => subject.upstream.webSockets[before]);
    return { socket, answer, service: service.socket, request: service.request };
  };
  const refusal = async (socket: WebSocket) => {
    const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: Buffer.concat(chunks).toString(),
    };
  };

  it('is an ordinary call up to its 101, with the same address, ID and plugins', async () => {
    const headers = { origin: 'https://casement.example', 'x-real-ip': '9.9.9.9' };
    const { socket, answer, request } = await openTo('/ns/desk?q=1', headers);
    expect(answer.statusCode).toBe(101);
    expect(answer.headers['x-frame-options']).toBe('DENY');
    const id = answer.headers['x-request-id'];
    expect(id).toMatch(UUID);
    expect(request.url).toBe('/ns/desk?q=1');
    expect(request.headers).toMatchObject({
      'x-request-id': id,
      'x-forwarded-path': '/ns/desk',
      origin: headers.origin,
      host: 'echo:3000',
    });
    expect(request.headers['x-real-ip']).not.toBe('9.9.9.9');
    socket.terminate();
  });

  it('transfers 10 MiB both ways unchanged', async () => {
    const { socket } = await openTo('/ns');
    const bytes = randomBytes(10 * 1024 ** 2);
    socket.send(bytes);
    const [back] = (await once(socket, 'message')) as [Buffer];
    expect(back.equals(bytes)).toBe(true);
    socket.close();
    await once(socket, 'close');
  });

  it('is counted by the limits and rejected with 429 before the upgrade', async () => {
    const { socket, answer } = await openTo('/limited-upgrades');
    expect(answer.headers['ratelimit-remaining']).toBe('0');
    socket.terminate();
    const opened = subject.upstream.methods.length;
    const { status, headers, text } = await refusal(dial('/limited-upgrades'));
    expect(status).toBe(429);
    expect(JSON.parse(text)).toMatchObject({ code: 'GATEWAY_ERROR' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(subject.upstream.methods).toHaveLength(opened);
  });

  it("passes on the service's refusal unchanged", async () => {
    const { status, headers, text } = await refusal(dial('/ns', { 'x-do': 'fail' }));
    expect([status, text]).toEqual([403, 'no']);
    expect(headers).toMatchObject({ 'x-why': 'origin', 'x-frame-options': 'DENY' });
  });

  it.each([
    ['/nope', 404],
    ['/refused', 502],
    ['/nameless', 503],
    ['/ended', 418],
  ])('gets the same error as any call to %s', async (path, status) => {
    expect((await refusal(dial(path))).status).toBe(status);
  });

  it('is closed at the service when the caller leaves', async () => {
    const { socket } = await openTo('/ns');
    const { left } = subject.upstream;
    socket.terminate();
    await until(() => subject.upstream.left > left);
  });

  it("is closed at the caller with the service's code when the service leaves", async () => {
    const firstOpen = await openTo('/ns');
    const closed = once(firstOpen.socket, 'close') as Promise<[number, Buffer]>;
    firstOpen.service.close(4003, 'certificate_changed');
    const [code, reason] = await closed;
    expect([code, String(reason)]).toEqual([4003, 'certificate_changed']);

    const cut = await openTo('/ns');
    const broken = once(cut.socket, 'close') as Promise<[number]>;
    cut.service.terminate();
    expect((await broken)[0]).toBe(1006);
  });

  it("is closed after the service's read_timeout without traffic", async () => {
    const { socket } = await openTo('/impatient');
    const { left } = subject.upstream;
    expect(((await once(socket, 'close')) as [number])[0]).toBe(1006);
    await until(() => subject.upstream.left > left);
  });

  it('does not affect the connections of other calls', async () => {
    const { socket } = await openTo('/ns');
    expect((await call(subject.base, '/ns')).status).toBe(200);
    socket.terminate();
    expect((await call(subject.base, '/ns')).status).toBe(200);
  });

  it('is not created by an upgrade to another protocol', async () => {
    const lines = [
      'GET /ns HTTP/1.1',
      'Host: a',
      'Connection: Upgrade, close',
      'Upgrade: h2c',
      '',
      '',
    ];
    const { status, text } = await raw(subject.base, lines.join('\r\n'));
    expect(status).toBe(200);
    const { headers } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
      headers: Record<string, string>;
    };
    expect(headers['upgrade']).toBeUndefined();
  });

  (REAL_KONG ? it.skip : it)('rejects an upgrade request with a body', async () => {
    const lines = [
      ...['POST /ns HTTP/1.1', 'Host: a', 'Connection: Upgrade', 'Upgrade: websocket'],
      ...['Content-Length: 2', '', 'no'],
    ];
    expect((await raw(subject.base, lines.join('\r\n'))).status).toBe(400);
  });
});
