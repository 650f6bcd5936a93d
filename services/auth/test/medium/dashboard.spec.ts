import { newId } from '@casement/common/data/database/new-id.js';
import { Identity } from '@casement/common/platform/identity/identity.js';
import type { DashboardResponse } from '@casement/proto/http/auth/account.js';
import { ServiceClients } from '../../src/clients/service-clients.js';
import { AuthConfig } from '../../src/config.js';
import { authApp, TEST_DEADLINE_MS, type AuthApp } from '../support/auth-app.js';
import { Client, type SignedInUser } from '../support/client.js';
import { fakeService, type FakeService } from '../support/fake-services.js';

const installs = { total: 5, active: 2, completed: 2, failed: 1 };

describe('GET /user/dashboard', () => {
  let app: AuthApp;
  let billing: FakeService;
  let install: FakeService;
  let telegram: FakeService;
  let client: Client;
  let ann: SignedInUser;
  beforeAll(async () => {
    [billing, install, telegram] = await Promise.all([
      fakeService('casement.billing.v1.BillingService', 'GetBalances', {}),
      fakeService('casement.install.v1.InstallService', 'BatchGetUserStats', {}),
      fakeService('casement.telegram.v1.TelegramService', 'GetLinks', {}),
    ]);
    app = await authApp({
      env: {
        BILLING_GRPC_URL: billing.url,
        INSTALL_GRPC_URL: install.url,
        TELEGRAM_GRPC_URL: telegram.url,
      },
    });
    client = new Client(app);
    ann = await client.newUser();
  });
  afterAll(async () => {
    await app.close();
    for (const service of [billing, install, telegram]) service.close();
  });
  beforeEach(() => {
    billing.answer = { balances: [{ userId: ann.user.id, quota: 7 }] };
    install.answer = { users: [{ userId: ann.user.id, ...installs }] };
    telegram.answer = {
      links: [
        {
          userId: ann.user.id,
          telegramUserId: '7000000001',
          username: 'ann_rdp',
          displayName: 'Ann',
          notificationsEnabled: true,
        },
      ],
    };
    for (const service of [billing, install, telegram]) service.requests.length = 0;
  });

  const dashboard = () => client.get('/api/user/dashboard', ann.accessToken);
  const dataOf = ({ body }: { body: unknown }) => (body as { data: DashboardResponse }).data;

  it('§3 combines the data of four services', async () => {
    const answer = await dashboard().expect(200);
    expect(dataOf(answer)).toEqual({
      user: {
        ...ann.user,
        quota: 7,
        telegram: 'ann_rdp',
        telegram_display_name: 'Ann',
        telegram_user_id: '7000000001',
        telegram_notifications: true,
      },
      stats: { quota: 7, totalVPS: 5, activeConnections: 2, successRate: 67 },
      telegramKnown: true,
      terms_to_accept: null,
    });
  });

  it('queries only the signed-in user', async () => {
    await dashboard().expect(200);
    expect(billing.requests).toEqual([{ userIds: [ann.user.id] }]);
    expect(install.requests).toEqual([{ userIds: [ann.user.id] }]);
    expect(telegram.requests).toEqual([{ userIds: [ann.user.id] }]);
  });

  it("ignores another user's data in a service response", async () => {
    telegram.answer = { links: [{ userId: 'another-user', telegramUserId: '1' }] };
    const { user } = dataOf(await dashboard().expect(200));
    expect(user.telegram_user_id).toBeNull();
    billing.answer = { balances: [{ userId: 'another-user', quota: 99 }] };
    await dashboard().expect(503);
    billing.answer = { balances: [{ userId: ann.user.id, quota: 7 }] };
    install.answer = { users: [{ userId: 'another-user', ...installs }] };
    await dashboard().expect(503);
  });

  it('returns each of many concurrent users their own data', async () => {
    const users = [ann, ...(await Promise.all([client.newUser(), client.newUser()]))];
    const quotas = new Map(users.map(({ user }, n) => [user.id, n + 1]));
    billing.answer = { balances: [...quotas].map(([userId, quota]) => ({ userId, quota })) };
    install.answer = {
      users: [...quotas].map(([userId, total]) => ({ userId, ...installs, total })),
    };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => users[n % users.length]).map(async (one) => ({
        id: one.user.id,
        ...dataOf(await client.get('/api/user/dashboard', one.accessToken).expect(200)),
      })),
    );
    for (const { id, user, stats } of answers) {
      expect(user.id).toBe(id);
      expect(stats).toMatchObject({ quota: quotas.get(id), totalVPS: quotas.get(id) });
    }
  });

  it.each(['error', 'silence'] as const)(
    'responds with 503 if billing answers with %s',
    async (answer) => {
      billing.answer = answer;
      const { body } = await dashboard().expect(503);
      expect(body).toMatchObject({
        success: false,
        code: 'UNAVAILABLE',
        message: 'Your quota cannot be read right now. Please try again in a moment.',
      });
    },
  );

  it.each(['error', 'silence'] as const)(
    'responds with 503 if install answers with %s',
    async (answer) => {
      install.answer = answer;
      const { body } = await dashboard().expect(503);
      expect(body).toMatchObject({
        code: 'UNAVAILABLE',
        message: 'Your installations cannot be read right now. Please try again in a moment.',
      });
    },
  );

  it.each(['error', 'silence'] as const)(
    'returns an unknown Telegram state if telegram answers with %s',
    async (answer) => {
      telegram.answer = answer;
      const { user, stats, telegramKnown } = dataOf(await dashboard().expect(200));
      expect(telegramKnown).toBe(false);
      expect(stats.quota).toBe(7);
      expect(user).toMatchObject({ telegram_user_id: null, telegram_notifications: null });
    },
  );

  it('queries all services concurrently', async () => {
    const clients = [billing, install, telegram];
    for (const service of clients) service.answer = 'silence';
    await dashboard().expect(503);
    // Every service was called; sequential calls would have stopped at the timeout of the first one.
    for (const { requests } of clients) expect(requests).not.toEqual([]);
  });

  it('works with an install service of version 0.1.0 during an upgrade', async () => {
    const old = await fakeService('casement.install.v1.InstallService', 'GetUserStats', installs);
    const config = Object.assign(Object.create(app.nest.get(AuthConfig)) as AuthConfig, {
      INSTALL_GRPC_URL: old.url,
    });
    const clients = new ServiceClients(config, app.nest.get(Identity), TEST_DEADLINE_MS);
    const ids = [ann.user.id, newId()];
    const found = await Promise.all(ids.map((id) => clients.findInstallStats(id)));
    expect(found).toEqual(ids.map((userId) => ({ userId, ...installs })));
    clients.onApplicationShutdown();
    old.close();
  });

  it('§6 requires a sign-in', async () => {
    await client.get('/api/user/dashboard').expect(401);
  });
});
