import { makeActor } from '@casement/common/testing/make-actor.js';
import type { UsersService } from '../users/users.service.js';
import { aUser } from '../../test/factories/user.factory.js';
import { toDashboardResponse } from './dashboard.mapper.js';
import type { LegalPagesService } from '../legal-pages/legal-pages.service.js';
import { DashboardService } from './dashboard.service.js';
import type { ServiceClients } from '../clients/service-clients.js';

const user = aUser();
const actor = makeActor({ userId: user.id, epoch: 1 });
const link = {
  userId: user.id,
  telegramUserId: '7000000001',
  username: 'ann_rdp',
  displayName: 'Ann',
  notificationsEnabled: true,
};

type Answers = Pick<ServiceClients, 'findBalance' | 'findInstallStats' | 'findTelegramLink'>;

function setup(overrides: Partial<Answers> = {}) {
  const clients: Answers = {
    findBalance: () => Promise.resolve({ userId: user.id, quota: 3 }),
    findInstallStats: (userId) =>
      Promise.resolve({ userId, total: 6, active: 1, completed: 4, failed: 1 }),
    findTelegramLink: () => Promise.resolve(link),
    ...overrides,
  };
  const users = { get: () => Promise.resolve(user) } as unknown as UsersService;
  const sut = new DashboardService(
    users,
    clients as ServiceClients,
    {
      pendingTerms: () => Promise.resolve(null),
    } as unknown as LegalPagesService,
  );
  return { compose: async () => toDashboardResponse(await sut.compose(actor)) };
}
const down = () => Promise.reject(new Error('down'));

describe(DashboardService.name, () => {
  it('§3 combines the figures of the other services', async () => {
    const dashboard = await setup().compose();
    expect(dashboard.stats).toEqual({
      quota: 3,
      totalVPS: 6,
      activeConnections: 1,
      successRate: 80,
    });
    expect(dashboard.telegramKnown).toBe(true);
    expect(dashboard.user).toMatchObject({
      quota: 3,
      telegram: 'ann_rdp',
      telegram_display_name: 'Ann',
      telegram_user_id: '7000000001',
      telegram_notifications: true,
    });
  });

  it('returns a quota of 0 for a user without ledger entries', async () => {
    const none = () => Promise.resolve({ userId: user.id, quota: 0 });
    const { stats } = await setup({ findBalance: none }).compose();
    expect(stats.quota).toBe(0);
  });

  it.each([
    ['is down', down],
    ['omits the user', () => Promise.resolve(undefined)],
  ])('fails instead of returning a quota of 0 if billing %s', async (_why, findBalance) => {
    await expect(setup({ findBalance }).compose()).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Your quota cannot be read right now. Please try again in a moment.',
    });
  });

  it('fails with a message if install is down', async () => {
    await expect(setup({ findInstallStats: down }).compose()).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Your installations cannot be read right now. Please try again in a moment.',
    });
  });

  it('returns an unknown Telegram state, not disconnected, if telegram is down', async () => {
    const dashboard = await setup({ findTelegramLink: down }).compose();
    expect(dashboard.telegramKnown).toBe(false);
    expect(dashboard.user).toMatchObject({ telegram_user_id: null, telegram_notifications: null });
  });

  it('distinguishes a disconnected Telegram account from an unknown state', async () => {
    const dashboard = await setup({ findTelegramLink: () => Promise.resolve(undefined) }).compose();
    expect(dashboard.telegramKnown).toBe(true);
    expect(dashboard.user).toMatchObject({ telegram_user_id: null, telegram_notifications: false });
  });
});
