import type { DataExport } from '@casement/proto/http/auth/account.js';
import { LIMITS } from '../../src/throttle/limits.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client } from '../support/client.js';
import { published } from '../support/events.js';
import { fakeService, type FakeService } from '../support/fake-services.js';

const json = (value: object) => ({ json: JSON.stringify(value) });
const EXPORT = '/api/user/account/export';

describe('POST /user/account/export', () => {
  let app: AuthApp;
  let billing: FakeService;
  let install: FakeService;
  let telegram: FakeService;
  let client: Client;
  beforeAll(async () => {
    [billing, install, telegram] = await Promise.all([
      fakeService(
        'casement.billing.v1.BillingService',
        'ExportUser',
        json({ topups: [{ id: 't1' }], ledger: [], receipt_details: { name: 'Ann' } }),
      ),
      fakeService(
        'casement.install.v1.InstallService',
        'ExportUser',
        json({ installs: [{ id: 'i1' }], webhooks: [] }),
      ),
      fakeService(
        'casement.telegram.v1.TelegramService',
        'ExportUser',
        json({ telegram: null, notification_settings: [], notifications: [] }),
      ),
    ]);
    app = await authApp({
      env: {
        BILLING_GRPC_URL: billing.url,
        INSTALL_GRPC_URL: install.url,
        TELEGRAM_GRPC_URL: telegram.url,
      },
    });
  });
  afterAll(async () => {
    await app.close();
    for (const fake of [billing, install, telegram]) fake.close();
  });
  beforeEach(() => {
    client = new Client(app);
  });

  it('combines the data of all services and writes an audit entry', async () => {
    const { user, accessToken } = await client.newUser();
    const key = { name: 'Panel', scopes: ['installs:read'] };
    await client.post('/api/user/api-keys', key, accessToken).expect(201);
    const { body } = await client.post(EXPORT, {}, accessToken).expect(200);
    const { data } = body as { data: DataExport };
    expect(data).toMatchObject({
      user: { id: user.id, username: user.username, email: user.email },
      sessions: [{ current: true }],
      api_keys: [{ name: 'Panel' }],
      receipt_details: { name: 'Ann' },
      accepted_terms: [],
      topups: [{ id: 't1' }],
      installs: [{ id: 'i1' }],
      telegram: null,
    });
    for (const fake of [billing, install, telegram]) {
      expect(fake.requests.at(-1)).toEqual({ userId: user.id });
    }
    await published(app, 'security.audit.recorded.v1', {
      action: 'data.exported',
      target: `user:${user.id}`,
    });
  });

  it('needs a recent confirmation', async () => {
    const { user, refreshToken } = await client.newUser();
    await app.database.query(
      `UPDATE session SET created_at = now() - interval '6 min', confirmed_at = NULL WHERE user_id = $1`,
      [user.id],
    );
    const refreshed = await client.postWithCookie('/api/auth/refresh', refreshToken).expect(200);
    const { accessToken } = (refreshed.body as { data: { accessToken: string } }).data;
    const refused = await client.post(EXPORT, {}, accessToken).expect(403);
    expect(refused.body).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  });

  it('fails instead of leaving out a service that does not answer', async () => {
    const { accessToken } = await client.newUser();
    const before = install.answer;
    install.answer = 'silence';
    const failed = await client.post(EXPORT, {}, accessToken);
    install.answer = before;
    expect(failed.status).toBe(503);
  });

  it('is throttled per user', async () => {
    const { accessToken } = await client.newUser();
    for (let i = 0; i < LIMITS.dataExports.burst; i += 1) {
      await client.post(EXPORT, {}, accessToken).expect(200);
    }
    await client.post(EXPORT, {}, accessToken).expect(429);
  });
});
