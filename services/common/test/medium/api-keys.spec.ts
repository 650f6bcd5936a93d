import { newApiKey } from '@casement/common/platform/api-keys/api-key.js';
import { ApiKeyDirectory } from '@casement/common/platform/api-keys/api-key-directory.js';
import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import { TestApiKeys } from '@casement/common/testing/test-api-keys.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { sample } from './sample/sample.service.js';

describe('API keys', () => {
  const keys = new TestApiKeys();
  let app: TestApp;
  beforeAll(async () => {
    const env = { TRUSTED_PROXIES: '127.0.0.1' };
    app = await testApp(sample, { env, override: [[ApiKeyDirectory, keys]] });
  });
  afterAll(() => app.close());

  const call = (key: string, path = 'keyed', from = '198.51.100.30') =>
    app.http.get(`/api/sample/${path}`).set({ authorization: `Bearer ${key}`, 'x-real-ip': from });

  it('are accepted by routes with their scope, with rate limit headers', async () => {
    const { key, userId, id } = keys.add(['installs:read']);
    const { body, headers } = await call(key).expect(200);
    expect(body).toMatchObject({ data: { userId, apiKeyId: id, admin: false } });
    expect(headers).toMatchObject({
      'ratelimit-policy': '"key";q=600;w=60',
      ratelimit: expect.stringMatching(/^"key";r=599;t=\d+$/) as string,
    });
  });

  it('are rejected by all other routes, whether the key exists or not', async () => {
    const { key } = keys.add(['installs:read']);
    const before = keys.asked;
    for (const path of ['mine', 'admin']) {
      for (const one of [key, newApiKey()]) {
        const { body } = await call(one, path).expect(403);
        expect(body).toMatchObject({ code: 'API_KEY_NOT_ALLOWED' });
      }
    }
    expect(keys.asked).toBe(before);
    // A public route accepts any caller and ignores the key.
    await call(key, 'open').expect(200);
  });

  it('are named in the audit entries of their changes', async () => {
    const { key, userId, id } = keys.add(['installs:read']);
    await call(key, 'keyed/acts').expect(200);
    const act = await waitFor(async () =>
      (await app.nats.events('security.audit.recorded.v1')).find(
        ({ payload }) => payload.actorId === userId,
      ),
    );
    expect(act.payload).toMatchObject({ actorRole: 'customer', apiKeyId: id });
  });

  it("with an administrator's scope are accepted on its routes, including step-up routes", async () => {
    const { key, userId, id } = keys.add(['admin:read', 'admin:quota']);
    const { body } = await call(key, 'admin/keyed').expect(200);
    expect(body).toMatchObject({ data: { userId, apiKeyId: id, admin: true } });
    const change = (one: ReturnType<TestApp['as']>) =>
      app.http.post('/api/sample/admin/change').set(one);
    await change({ authorization: `Bearer ${key}` }).expect(200);
    const act = await waitFor(async () =>
      (await app.nats.events('security.audit.recorded.v1')).find(
        ({ payload }) => payload.actorId === userId,
      ),
    );
    expect(act.payload).toMatchObject({ actorRole: 'administrator', apiKeyId: id });

    // Signed-in administrators still need a recent confirmation.
    await change(app.as({ admin: true })).expect(200);
    const old = await change(app.as({ admin: true, confirmedSecondsAgo: 301 })).expect(403);
    expect(old.body).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    const customers = keys.add(['installs:read']);
    for (const path of ['admin', 'admin/keyed']) await call(customers.key, path).expect(403);
    await call(key, 'admin').expect(403);
  });

  it('cause no lookups for calls with an access token', async () => {
    const before = keys.asked;
    await app.http.get('/api/sample/keyed').set(app.as()).expect(200);
    expect(keys.asked).toBe(before);
  });

  it('are rejected by every process as soon as they are revoked', async () => {
    const { key, id } = keys.add(['installs:read']);
    await call(key).expect(200);
    keys.revoke(key);
    const began = performance.now();
    await app.get(EdgeWriter).revokeSession(id);
    await waitFor(async () => (await call(key)).status === 401);
    // The revocation is published immediately, but the response may take long on a busy machine.
    expect(performance.now() - began).toBeLessThan(10_000);
    const { body } = await call(key).expect(401);
    expect(body).toMatchObject({ code: 'API_KEY_INVALID' });
  });

  it('are rejected with 401 if unknown, then with 429 and the time to wait', async () => {
    const from = '198.51.100.31';
    for (let n = 0; n < 20; n += 1) await call(newApiKey(), 'keyed', from).expect(401);
    const { body, headers } = await call(newApiKey(), 'keyed', from).expect(429);
    expect(body).toMatchObject({ code: 'RATE_LIMITED' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});
