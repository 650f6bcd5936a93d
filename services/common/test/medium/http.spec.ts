import { connect } from 'node:net';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { sample } from './sample/sample.service.js';

const GENERIC = 'Something went wrong. Please try again.';

describe('HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(sample, { env: { TRUSTED_PROXIES: '127.0.0.1, ::1' } });
  });
  afterAll(() => app.close());

  describe('responses', () => {
    it('use the envelope, with 200 also for a POST', async () => {
      const { body } = await app.http.post('/api/sample/orders').send({ name: 'abc' }).expect(200);
      expect(body).toEqual({ success: true, message: 'Ordered', data: { name: 'abc' } });
    });

    it('contain meta in addition to the rows of a list', async () => {
      const { body } = await app.http.get('/api/sample/orders?page=2').expect(200);
      expect(body).toEqual({
        success: true,
        message: 'Orders',
        data: ['a'],
        meta: { page: 2, pageSize: 15, total: 31 },
      });
    });

    it('contain data: null if the handler returns nothing', async () => {
      const { body } = await app.http.post('/api/sample/topups/1').expect(200);
      expect(body).toEqual({ success: true, message: 'OK', data: null });
    });

    it('are not wrapped if the route opts out, and its handler gets the raw request body', async () => {
      const { body } = await app.http
        .post('/api/sample/callback')
        .set('x-signature', 'right')
        .set('content-type', 'application/json')
        .send('{ "a":  1 }')
        .expect(200);
      expect(body).toEqual({ success: true, bytes: 11 });
    });
  });

  describe('errors', () => {
    it('name every invalid field and put the first one in the message', async () => {
      const { body } = await app.http.post('/api/sample/orders').send({}).expect(400);
      expect(body).toEqual({
        success: false,
        message: 'Name is required',
        code: 'VALIDATION_FAILED',
        correlationId: expect.any(String),
        details: [{ path: 'name', message: 'Name is required', code: 'NAME_REQUIRED' }],
      });
    });

    it('name the missing fields if there is no body', async () => {
      const { body } = await app.http.post('/api/sample/orders').expect(400);
      expect(body).toMatchObject({ message: 'Name is required', details: [{ path: 'name' }] });
    });

    it('are returned for invalid parameters too', async () => {
      const { body } = await app.http.get('/api/sample/orders/1').expect(400);
      expect(body).toMatchObject({ message: 'Not an id', code: 'VALIDATION_FAILED' });
    });

    it('are returned for a repeated parameter, and brackets in a name have no meaning', async () => {
      const { body } = await app.http.get('/api/sample/orders?page=1&page=2').expect(400);
      expect(body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'page' }] });
      const first = await app.http.get('/api/sample/orders?page[]=2&page[a]=3').expect(200);
      expect(first.body).toMatchObject({ meta: { page: 1 } });
    });

    it('are returned for a request with two lengths, which proxies could interpret differently', async () => {
      const { hostname, port } = new URL(app.url);
      const socket = connect(Number(port), hostname);
      socket.end(
        [
          'POST /api/sample/orders HTTP/1.1',
          'Host: sample',
          'Content-Type: application/json',
          'Content-Length: 4',
          'Transfer-Encoding: chunked',
          '',
          '0',
          '',
          'GET /api/sample/open HTTP/1.1',
          'Host: sample',
          '',
          '',
        ].join('\r\n'),
      );
      const answer = (await socket.toArray()).join('');
      expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400']);
    });

    it('contain the code and status of the thrown error', async () => {
      const id = '0192f0c1-2d3e-7f00-8000-000000000000';
      const { body } = await app.http.get(`/api/sample/orders/${id}`).expect(404);
      expect(body).toMatchObject({ success: false, code: 'NOT_FOUND', message: 'No order here' });
    });

    it('hide unexpected errors', async () => {
      const { body, text } = await app.http.get('/api/sample/broken').expect(500);
      expect(body).toMatchObject({ success: false, code: 'INTERNAL', message: GENERIC });
      expect(text).not.toMatch(/secret|stack|sample\.service/);
    });

    it.each([
      ['bad JSON', '{"a":', 400, 'MALFORMED_BODY'],
      ['a large body', JSON.stringify({ a: 'x'.repeat(110_000) }), 413, 'BODY_TOO_LARGE'],
    ])('have a clear message for %s', async (_, text, status, code) => {
      const { body } = await app.http
        .post('/api/sample/orders')
        .set('content-type', 'application/json')
        .send(text)
        .expect(status);
      expect(body).toMatchObject({ success: false, code, correlationId: expect.any(String) });
    });

    it('use the envelope for unknown and undecodable paths', async () => {
      const unknown = await app.http.get('/api/nothing/here').expect(404);
      expect(unknown.body).toMatchObject({ success: false, code: 'NOT_FOUND' });
      const broken = await app.http.get('/api/sample/orders/%E0%A4%A').expect(400);
      expect(broken.body).toMatchObject({ success: false, code: 'VALIDATION_FAILED' });
    });
  });

  describe('correlation id', () => {
    it('is taken from the gateway, available inside and echoed', async () => {
      const answer = await app.http.get('/api/sample/open').set('X-Request-Id', 'abc-12345#7');
      expect(answer.headers['x-request-id']).toBe('abc-12345#7');
      expect(answer.body.data.correlationId).toBe('abc-12345#7');
    });

    it.each(['x', 'a'.repeat(200), 'two words here', '<script>alert(1)</script>'])(
      'is generated instead of %p',
      async (header) => {
        const answer = await app.http.get('/api/sample/open').set('X-Request-Id', header);
        expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      },
    );
  });

  describe('client address', () => {
    it('is X-Real-IP from a trusted proxy, never X-Forwarded-For', async () => {
      const answer = await app.http
        .get('/api/sample/open')
        .set('X-Real-IP', '203.0.113.9')
        .set('X-Forwarded-For', '198.51.100.1');
      expect(answer.body.data.address).toBe('203.0.113.9');
      const without = await app.http.get('/api/sample/open').set('X-Forwarded-For', '198.51.100.1');
      expect(without.body.data.address).toBe('127.0.0.1');
    });

    it("is the peer's address if the peer is not a trusted proxy", async () => {
      const other = await testApp(sample, { env: { TRUSTED_PROXIES: '10.0.0.1' } });
      const answer = await other.http.get('/api/sample/open').set('X-Real-IP', '203.0.113.9');
      expect(answer.body.data.address).toBe('127.0.0.1');
      await other.close();
    });
  });

  describe('internal paths', () => {
    it('report liveness and readiness', async () => {
      await app.http.get('/health/live').expect(200, { status: 'ok' });
      const { body } = await app.http.get('/health/ready').expect(200);
      expect(body).toEqual({
        status: 'ok',
        checks: { database: 'ok', migrations: 'ok', nats: 'ok', edge: 'ok', events: 'ok' },
      });
    });

    it('list every route with its access rule', async () => {
      const { body } = await app.http.get('/internal/routes').expect(200);
      const routes = (body.data as { keyScope: string | null }[]).map(({ keyScope, ...route }) => ({
        ...route,
        ...(keyScope && { keyScope }),
      }));
      expect(routes).toEqual(
        expect.arrayContaining([
          { method: 'GET', path: '/health/live', access: 'internal', effect: 'read' },
          { method: 'GET', path: '/internal/routes', access: 'internal', effect: 'read' },
          {
            method: 'GET',
            path: '/api/sample/keyed',
            access: 'signed-in',
            effect: 'read',
            keyScope: 'installs:read',
          },
          { method: 'GET', path: '/api/sample/mine', access: 'signed-in', effect: 'read' },
          { method: 'GET', path: '/api/sample/admin', access: 'admin', effect: 'read' },
          { method: 'POST', path: '/api/sample/topups/:id', access: 'public', effect: 'own' },
          { method: 'GET', path: '/api/sample/agent/:token', access: 'agent', effect: 'read' },
        ]),
      );
    });
  });
});
