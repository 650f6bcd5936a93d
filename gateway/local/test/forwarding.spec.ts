import { setTimeout as wait } from 'node:timers/promises';
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { type Call, call, open } from './support/call.js';
import { startSubject, type Subject, until } from './support/subject.js';
import type { ReceivedRequest } from './support/upstream.js';

describe('forwarding like Kong', () => {
  let subject: Subject;
  beforeAll(async () => void (subject = await startSubject()));
  afterAll(() => subject.close());

  const received = async (
    path: string,
    options?: Call,
    base = subject.base,
  ): Promise<ReceivedRequest> =>
    JSON.parse((await call(base, path, options)).text) as ReceivedRequest;
  const answerTo = async (req: ClientRequest) =>
    (await once(req, 'response')) as [answer: IncomingMessage];

  describe('request to the upstream', () => {
    it("has the service's own host", async () => {
      expect((await received('/ns')).headers['host']).toBe('echo:3000');
    });

    it('has the identity headers of an untrusted caller overwritten', async () => {
      const { headers } = await received('/r/x?y=1', {
        headers: {
          host: 'shop.example:8443',
          'x-real-ip': '9.9.9.9',
          'x-forwarded-for': '9.9.9.9, 8.8.8.8',
          'x-forwarded-proto': 'https',
          'x-forwarded-host': 'evil.example',
          'x-forwarded-port': '1',
          'x-forwarded-path': '/evil',
          'x-forwarded-prefix': '/evil',
        },
      });
      const peer = headers['x-real-ip'];
      expect(peer).not.toBe('9.9.9.9');
      expect(headers['x-forwarded-for']).toBe(`9.9.9.9, 8.8.8.8, ${peer}`);
      expect(headers).toMatchObject({
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'shop.example',
        'x-forwarded-path': '/r/x',
        'x-forwarded-prefix': '/r',
      });
      expect(headers['x-forwarded-port']).not.toBe('1');
    });

    it('has no prefix header if no prefix was stripped', async () => {
      const { headers } = await received('/ns', { headers: { 'x-forwarded-prefix': '/evil' } });
      expect(headers['x-forwarded-prefix']).toBeUndefined();
    });

    it('has no hop-by-hop headers, but all others', async () => {
      const { headers } = await received('/ns', {
        headers: {
          connection: 'keep-alive, X-Private',
          'x-private': '1',
          'keep-alive': 'timeout=1',
          'proxy-connection': 'keep-alive',
          te: 'gzip',
          'proxy-authorization': 'Basic x',
          via: '1.1 other',
          authorization: 'Bearer t',
          cookie: 'a=1; b=2',
        },
      });
      for (const header of ['x-private', 'keep-alive', 'proxy-connection', 'te'])
        expect(headers[header]).toBeUndefined();
      expect(headers).toMatchObject({
        'proxy-authorization': 'Basic x',
        via: expect.stringContaining('other') as string,
        authorization: 'Bearer t',
        cookie: 'a=1; b=2',
      });
    });

    it('has no Upgrade header for an upgrade to h2c', async () => {
      const headers = { connection: 'Upgrade', upgrade: 'h2c' };
      expect((await received('/ns', { headers })).headers['upgrade']).toBeUndefined();
    });
  });

  describe('request bodies', () => {
    it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('are passed on for %s', async (method) => {
      const body = '{"reason":"because"}';
      const headers = { 'content-type': 'application/json' };
      expect(await received('/ns', { method, headers, body })).toMatchObject({ method, body });
    });

    it('are passed on unchanged for multipart', async () => {
      const body = Buffer.concat([
        Buffer.from(
          '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n',
        ),
        Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
        Buffer.from('\r\n--b--\r\n'),
      ]);
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      const got = await received('/ns', { method: 'POST', headers, body });
      expect(Buffer.from(got.body, 'latin1').equals(body)).toBe(true);
      expect(got.headers['content-type']).toBe(headers['content-type']);
    });

    it('are not sent if there was none', async () => {
      const { headers, body } = await received('/ns', { method: 'DELETE' });
      expect([body, headers['transfer-encoding']]).toEqual(['', undefined]);
    });

    it('are streamed both ways concurrently on an unbuffered route', async () => {
      const headers = { 'x-do': 'echo-stream', 'content-length': '11' };
      const req = open(subject.base, '/stream', { method: 'POST', headers });
      const answered = answerTo(req);
      for (const word of ['first', 'second']) {
        req.write(word);
        const [answer] = await answered;
        const [chunk] = (await once(answer, 'data')) as [Buffer];
        expect(chunk.toString()).toBe(word);
      }
      req.end();
    });

    it('are requested from a client that waits for 100 Continue', async () => {
      const headers = { expect: '100-continue', 'content-length': '4' };
      const req = open(subject.base, '/ns', { method: 'POST', headers });
      req.flushHeaders();
      await once(req, 'continue');
      const answered = answerTo(req);
      req.end('body');
      const [answer] = await answered;
      expect(answer.statusCode).toBe(200);
      answer.resume();
    });

    it('leave the connection usable after a response that came before the body', async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const headers = { 'x-do': 'refuse-early' };
      const body = 'x'.repeat(500_000);
      const early = await call(subject.base, '/stream', { method: 'POST', headers, body, agent });
      expect(early.status).toBe(401);
      expect((await call(subject.base, '/ns', { agent })).status).toBe(200);
      agent.destroy();
    });

    it('do not delay a response that comes before the end of the body', async () => {
      const headers = { 'x-do': 'refuse-early', 'content-length': '1000000' };
      const req = open(subject.base, '/stream', { method: 'POST', headers });
      req.on('error', () => undefined);
      req.write('begin');
      const [answer] = await answerTo(req);
      expect(answer.statusCode).toBe(401);
      req.destroy();
    });
  });

  describe('responses', () => {
    it('keep status and headers, including repeated headers, but not hop-by-hop headers', async () => {
      const reply = await call(subject.base, '/ns', { headers: { 'x-do': 'headers' } });
      expect(reply.status).toBe(201);
      expect(reply.headers['set-cookie']).toEqual(['a=1', 'b=2']);
      expect(reply.headers['server']).toBe('little');
      expect(reply.headers['x-hop']).toBeUndefined();
    });

    it("keep the upstream's own errors unchanged", async () => {
      const reply = await call(subject.base, '/ns', { headers: { 'x-do': 'fail' } });
      expect(reply.status).toBe(500);
      expect((JSON.parse(reply.text) as ReceivedRequest).url).toBe('/ns');
    });

    it('have no body for HEAD', async () => {
      const reply = await call(subject.base, '/ns', { method: 'HEAD' });
      expect([reply.status, reply.text]).toEqual([200, '']);
    });

    it('are passed on immediately: the head and each event of a stream', async () => {
      const req = open(subject.base, '/stream', { headers: { 'x-do': 'events' } });
      const answered = answerTo(req);
      req.end();
      const [answer] = await answered;
      expect(answer.headers['content-type']).toContain('text/event-stream');
      const events = await until(() => subject.upstream.held.pop());
      for (const event of ['id: 1\n\n', 'id: 2\n\n']) {
        events.write(event);
        const [chunk] = (await once(answer, 'data')) as [Buffer];
        expect(chunk.toString()).toBe(event);
      }
      const { left } = subject.upstream;
      req.destroy();
      await until(() => subject.upstream.left > left);
    });

    it('wait for a slow reader instead of storing them', async () => {
      const req = open(subject.base, '/ns', { headers: { 'x-do': 'large' } });
      // If no listener is set, Node would read and discard the response.
      req.on('response', () => undefined);
      req.on('error', () => undefined).end();
      const before = subject.upstream.taken;
      const taken = () => subject.upstream.taken - before;
      let last = -1;
      while (last === -1 || last !== taken()) {
        last = taken();
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      // The kernel's buffers of both connections hold up to 20 MB.
      expect(taken()).toBeLessThan(50_000_000);
      req.destroy();
    });

    it('are cut off when the upstream breaks off', async () => {
      const broken = call(subject.base, '/ns', { headers: { 'x-do': 'truncate' } });
      await expect(broken).rejects.toThrow();
    });

    it('are aborted at the upstream when the caller leaves before them', async () => {
      const req = open(subject.base, '/ns', { headers: { 'x-do': 'hold' } });
      req.on('error', () => undefined).end();
      await until(() => subject.upstream.held.pop());
      const { left } = subject.upstream;
      req.destroy();
      await until(() => subject.upstream.left > left);
    });
  });

  it('survives a caller who leaves in the middle of a body', async () => {
    const headers = { 'x-do': 'hold', 'content-length': '1000000' };
    const req = open(subject.base, '/stream', { method: 'POST', headers });
    req.on('error', () => undefined).write('x'.repeat(100_000));
    await until(() => subject.upstream.held.pop());
    const { left } = subject.upstream;
    req.destroy();
    await until(() => subject.upstream.left > left);
    expect((await call(subject.base, '/ns')).status).toBe(200);
  });

  describe('missing upstream response', () => {
    const why = async (path: string, options: Call = {}) => {
      const headers = { accept: 'application/json', ...options.headers };
      const { status, text } = await call(subject.base, path, { ...options, headers });
      return [status, (JSON.parse(text) as { message: string }).message];
    };
    const BROKEN = [502, 'An invalid response was received from the upstream server'];

    it('is a 502 when the connection is refused', async () =>
      expect(await why('/refused')).toEqual(BROKEN));

    it('is a 502 when refused during a body, and keeps the client connection usable', async () => {
      const body = 'x'.repeat(300_000);
      expect(await why('/refused', { method: 'POST', body })).toEqual(BROKEN);
    });

    it('is a 502 when the upstream hangs up', async () => {
      expect(await why('/ns', { method: 'POST', headers: { 'x-do': 'hang-up' } })).toEqual(BROKEN);
    });

    it.each(['GET', 'POST'])(
      'is hidden by the other replica when one of two refuses connections: %s',
      async (method) => {
        const options = method === 'POST' ? { method, body: '{}' } : { method };
        // A Kong that was started before this upstream has marked its addresses as unhealthy. A health check restores
        // them within a second.
        while ((await call(subject.base, '/half-dead')).status !== 200) await wait(100);
        for (let n = 0; n < 10; n += 1) {
          const replies = await Promise.all(
            Array.from({ length: 10 }, () => call(subject.base, '/half-dead', options)),
          );
          expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
        }
      },
    );

    it('is a 503 with Retry-After when no replica is healthy', async () => {
      // A real Kong may not have checked yet.
      let reply = await call(subject.base, '/dead');
      while (reply.status === 502) {
        await subject.checkHealth();
        reply = await call(subject.base, '/dead');
      }
      expect([reply.status, reply.headers['retry-after']]).toEqual([503, '2']);
      expect(JSON.parse(reply.text)).toMatchObject({ success: false, code: 'GATEWAY_ERROR' });
    });

    it('is a 503 when the host has no address', async () =>
      expect(await why('/nameless')).toEqual([503, 'name resolution failed']));

    it('does not occur only because the upstream closed its idle connections', async () => {
      await Promise.all([1, 2, 3, 4].map(() => received('/ns')));
      subject.upstream.dropIdle();
      const calls = [1, 2, 3, 4].map(() => received('/ns', { method: 'POST', body: 'again' }));
      expect((await Promise.all(calls)).map(({ body }) => body)).toEqual(Array(4).fill('again'));
    });

    it.each(['POST', 'PATCH'])(
      'is never retried for a %s, not even on keep-alive connections',
      async (method) => {
        await Promise.all([1, 2, 3, 4].map(() => received('/ns')));
        const before = subject.upstream.methods.length;
        const options = { method, body: 'once', headers: { 'x-do': 'hang-up' } };
        expect(await why('/ns', options)).toEqual(BROKEN);
        expect(subject.upstream.methods.slice(before)).toEqual([method]);
      },
    );

    // nginx retries on each keep-alive connection to the service, regardless of `retries`.
    it.each(['GET', 'HEAD', 'PUT', 'DELETE'])('may be retried for a %s', async (method) => {
      await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => received('/ns')));
      const before = subject.upstream.methods.length;
      const reply = await call(subject.base, '/ns', { method, headers: { 'x-do': 'hang-up' } });
      expect(reply.status).toBe(502);
      const tries = subject.upstream.methods.slice(before);
      expect(new Set(tries)).toEqual(new Set([method]));
    });

    it('is a 504 after the read timeout', async () => {
      const timedOut = await why('/impatient', { headers: { 'x-do': 'hold' } });
      expect(timedOut).toEqual([504, 'The upstream server is timing out']);
    });

    it.each(['/refused', '/nameless'])(
      'is sent in our envelope to a caller without a preferred format: %s',
      async (path) => {
        const reply = await call(subject.base, path);
        expect(reply.headers['content-type']).toContain('application/json');
        expect(JSON.parse(reply.text)).toMatchObject({ success: false, code: 'GATEWAY_ERROR' });
      },
    );
  });
});
