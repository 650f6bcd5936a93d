import type { ClientRequest, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Call, call, open } from './support/call.js';
import { startSubject, type Subject, until } from './support/subject.js';
import type { ReceivedRequest } from './support/upstream.js';

/** Returns the response head of a request that may be aborted later. */
const answerTo = (req: ClientRequest) =>
  new Promise<IncomingMessage>((resolve) =>
    req.on('response', (answer) => resolve(answer.on('error', () => undefined))),
  );

describe('limits and headers like Kong', () => {
  let subject: Subject;
  beforeAll(async () => void (subject = await startSubject()));
  afterAll(() => subject.close());

  const get = (path: string, options?: Call) => call(subject.base, path, options);
  const failure = (text: string) => JSON.parse(text) as object;
  /** Content of gateway/error.json. */
  const ENVELOPE = { success: false, code: 'GATEWAY_ERROR' };

  describe('rate-limiting', () => {
    it('reports the remaining requests, then rejects with 429 and the time to retry', async () => {
      const first = await get('/limited');
      expect(first.headers).toMatchObject({
        'x-ratelimit-limit-hour': '2',
        'x-ratelimit-remaining-hour': '1',
        'ratelimit-limit': '2',
        'ratelimit-remaining': '1',
      });
      expect((await get('/limited')).headers['ratelimit-remaining']).toBe('0');
      const refused = await get('/limited');
      expect(refused.status).toBe(429);
      expect(failure(refused.text)).toEqual({ ...ENVELOPE, message: 'Enough for now' });
      expect(refused.headers['retry-after']).toBe(refused.headers['ratelimit-reset']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.headers['x-ratelimit-remaining-hour']).toBe('0');
      expect(refused.headers['x-frame-options']).toBe('DENY');
    });

    it('counts several windows and reports the one with the fewest remaining requests', async () => {
      const { headers } = await get('/by-both');
      expect(headers).toMatchObject({
        'x-ratelimit-limit-minute': '50',
        'x-ratelimit-remaining-minute': '49',
        'x-ratelimit-limit-hour': '100',
        'x-ratelimit-remaining-hour': '99',
        'ratelimit-limit': '50',
        'ratelimit-remaining': '49',
      });
    });

    it('ignores the address claimed by the caller', async () => {
      const headers = { 'x-real-ip': '9.9.9.9', 'x-forwarded-for': '9.9.9.9' };
      expect((await get('/limited', { headers })).status).toBe(429);
    });

    it("counts a service's routes together", async () => {
      await get('/shared/one');
      expect((await get('/shared/two')).headers['ratelimit-remaining']).toBe('0');
      expect((await get('/shared/one')).status).toBe(429);
    });

    it('does not count a request that was too large', async () => {
      const large = { method: 'POST', body: 'x'.repeat(11) };
      expect((await get('/limited-and-sized', large)).status).toBe(413);
      expect((await get('/limited-and-sized')).status).toBe(200);
    });
  });

  describe('request-size-limiting', () => {
    const post = (body: string | string[], headers?: Call['headers']) =>
      get('/sized', { method: 'POST', body, headers });

    it('accepts exactly the limit and rejects one byte more', async () => {
      expect((await post('x'.repeat(1024))).status).toBe(200);
      const refused = await post('x'.repeat(1025));
      expect(refused.status).toBe(413);
      const message = 'Request size limit exceeded';
      expect(failure(refused.text)).toEqual({ ...ENVELOPE, message });
    });

    it.each([
      ['/sized', 411],
      ['/stream', 411],
      ['/limited', 411],
      ['/free', 411],
      // Kong runs no access phase for a path without a route, so the missing length is not noticed there.
      ['/nothing/here', 404],
    ])('answers a body without a length at %s with %i before reading it', async (path, status) => {
      const headers = { 'transfer-encoding': 'chunked' };
      const req = open(subject.base, path, { method: 'POST', headers });
      req.on('error', () => undefined);
      const answered = answerTo(req);
      req.write('the first of many chunks');
      const answer = await answered;
      expect([answer.statusCode, answer.headers['x-frame-options']]).toEqual([status, 'DENY']);
      expect(failure(await text(answer))).toMatchObject(ENVELOPE);
      req.destroy();
    });

    it("accepts a payment provider's body without a length, up to the limit", async () => {
      const callback = (body: string[]) => get('/api/payments/x', { method: 'POST', body });
      const { status, text } = await callback(['{"a":', '1}']);
      expect([status, (JSON.parse(text) as ReceivedRequest).body]).toEqual([200, '{"a":1}']);
      expect((JSON.parse(text) as ReceivedRequest).headers['content-length']).toBe('7');
      expect((await callback(['x'.repeat(1000), 'x'.repeat(25)])).status).toBe(413);
    });

    it('answers 417 to a body without a length that waits for 100 Continue', async () => {
      expect((await post('x'.repeat(1025), { expect: '100-continue' })).status).toBe(417);
    });
  });

  describe('concurrent bodies', () => {
    /** Sends requests whose body never arrives. */
    const senders = (count: number, path: string, bytes: number, more: Call['headers'] = {}) =>
      Array.from({ length: count }, () => {
        const isChunked = 'transfer-encoding' in more;
        const headers = isChunked ? more : { ...more, 'content-length': String(bytes) };
        const req = open(subject.base, path, { method: 'POST', headers });
        req.on('error', () => undefined);
        req.write('x');
        return req;
      });
    it('rejects only the 33rd concurrent large body of an address', async () => {
      const slow = senders(40, '/ns', 10_000);
      const refusals: IncomingMessage[] = [];
      for (const req of slow) void answerTo(req).then((answer) => refusals.push(answer.resume()));
      await until(() => refusals.length >= 8);
      expect(refusals.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(429));
      expect(refusals[0].headers).toMatchObject({ 'retry-after': '1', 'x-frame-options': 'DENY' });

      const large = { method: 'POST', body: 'x'.repeat(10_000) };
      const refused = await get('/ns', large);
      expect([refused.status, failure(refused.text)]).toEqual([
        429,
        { ...ENVELOPE, message: expect.stringContaining('Too many uploads') as string },
      ]);
      expect((await get('/ns', { method: 'POST', body: 'small' })).status).toBe(200);
      expect((await get('/ns')).status).toBe(200);
      for (const req of slow) req.destroy();
      let status = 429;
      while (status === 429) ({ status } = await get('/ns', large));
      expect(status).toBe(200);
    });

    it.each([
      [
        'a path that looks like an agent path after nginx has decoded it',
        '/ns/..%2Fapi/install/agent/x',
        {},
      ],
      ['a path that Kong resolves to another one', '/api/install/agent/../../../ns', {}],
      ['a content_length header with an underscore', '/ns', { content_length: '0' }],
      ['a callback without a length', '/api/payments/x', { 'transfer-encoding': 'chunked' }],
    ])('counts %s', async (_, path, headers) => {
      const slow = senders(40, path, 10_000, headers);
      let refusals = 0;
      for (const req of slow)
        void answerTo(req).then(
          (answer) => (refusals += answer.resume().statusCode === 429 ? 1 : 0),
        );
      await until(() => refusals === 8);
      for (const req of slow) req.destroy();
      let status = 429;
      const large = { method: 'POST', body: 'x'.repeat(10_000) };
      while (status === 429) ({ status } = await get('/ns', large));
    });

    it("does not count the agent's calls, which are not stored", async () => {
      const slow = senders(40, '/api/install/agent/x?y=..', 10_000, { 'x-do': 'hold' });
      await until(() => subject.upstream.held.length === 40);
      for (const req of slow) req.destroy();
      subject.upstream.held.length = 0;
    });

    it('lets 200 people behind one address send small bodies concurrently', async () => {
      const headers = { 'x-do': 'hold' };
      const body = JSON.stringify({ name: 'x'.repeat(1000) });
      const calls = Array.from({ length: 200 }, () =>
        get('/ns', { method: 'POST', headers, body }),
      );
      await until(() => subject.upstream.held.length === 200);
      for (const held of subject.upstream.held.splice(0)) held.end('done');
      const replies = await Promise.all(calls);
      expect(replies.map(({ status }) => status)).toEqual(Array(200).fill(200));
    });
  });

  describe('request-termination', () => {
    it('answers any method with the configured response', async () => {
      for (const method of ['GET', 'POST']) {
        const reply = await get('/ended/anything', { method });
        expect([reply.status, reply.text]).toEqual([418, 'short and stout']);
        expect(reply.headers['content-type']).toBe('text/x-pot; charset=utf-8');
      }
    });
  });

  describe('response-transformer', () => {
    it('removes headers, and adds only missing headers', async () => {
      const { headers } = await get('/transformed', { headers: { 'x-do': 'headers' } });
      expect(headers['x-leak']).toBeUndefined();
      expect(headers['x-present']).toBe('service');
      expect(headers['x-new']).toBe('a:b, c');
    });

    it('replaces the global plugin on a route without merging', async () => {
      expect((await get('/transformed')).headers['x-frame-options']).toBeUndefined();
      const { headers } = await get('/ns', { headers: { 'x-do': 'headers' } });
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
      expect(headers['x-leak']).toBe('yes');
    });

    it.each(['/nothing/here', '/refused', '/ended'])(
      'applies to our own answer to %s',
      async (path) => expect((await get(path)).headers['x-frame-options']).toBe('DENY'),
    );
  });

  describe('correlation-id', () => {
    const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

    it('generates the same ID for the upstream and the caller', async () => {
      const reply = await get('/ns');
      const id = (JSON.parse(reply.text) as ReceivedRequest).headers['x-request-id'];
      expect(id).toMatch(UUID);
      expect(reply.headers['x-request-id']).toBe(id);
    });

    it.each(['01890a5d-ac96-774b-bcce-b302099a8057', 'a.b_c-D9', 'x'.repeat(64)])(
      "passes on the caller's own ID: %s",
      async (own) => {
        const reply = await get('/ns', { headers: { 'x-request-id': own } });
        expect((JSON.parse(reply.text) as ReceivedRequest).headers['x-request-id']).toBe(own);
        expect(reply.headers['x-request-id']).toBe(own);
      },
    );

    it.each([
      ['empty', ''],
      ['in another format', 'anything at all'],
      ['a script', '<script>alert(1)</script>'],
      ['shorter than services accept', 'a-short'],
      ['longer than 64 characters', 'x'.repeat(65)],
      ['sent twice', ['abcdefgh-1', 'abcdefgh-2']],
    ])('replaces an ID %s, for the upstream and the caller', async (_, own) => {
      const reply = await get('/ns', { headers: { 'x-request-id': own } });
      const id = (JSON.parse(reply.text) as ReceivedRequest).headers['x-request-id'];
      expect(id).toMatch(UUID);
      expect(reply.headers['x-request-id']).toBe(id);
    });

    it('echoes no foreign ID when nginx refuses the request itself', async () => {
      const own = '<script>alert(1)</script>';
      const headers = { 'x-request-id': own, 'x-long': 'x'.repeat(9000) };
      const reply = await get('/ns', { headers });
      expect([reply.status, reply.headers['x-request-id']]).toEqual([
        400,
        expect.stringMatching(/^[\da-f-]{32,36}$/) as string,
      ]);
    });

    it("overwrites the upstream's ID", async () => {
      const headers = { 'x-do': 'headers', 'x-request-id': 'mine-and-mine' };
      expect((await get('/ns', { headers })).headers['x-request-id']).toBe('mine-and-mine');
    });

    it.each(['/nothing/here', '/refused', '/ended'])(
      'is present in our own answer to %s',
      async (path) => expect((await get(path)).headers['x-request-id']).toMatch(UUID),
    );
  });

  describe("gateway's own answers", () => {
    it('are JSON for an unknown path, or the format that the caller accepts', async () => {
      const json = await get('/nothing/here');
      expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
      const message = 'no Route matched with those values';
      expect(failure(json.text)).toEqual({ ...ENVELOPE, message });
      const page = await get('/nothing/here', { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.text).toContain(message);
    });
  });
});
