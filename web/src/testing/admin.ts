import { operatedService } from '@casement/proto/http/operations.js';
import { seriesQuery } from '@casement/proto/http/series.js';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { ok, page } from './responses.js';
import { makeAdminTopup, makeProduct } from './factories/admin-factories.js';
import { makeDesktop } from './factories/desktop-factories.js';
import { makeInstall, makeMethod, makeUser, makeVersion } from './factories/factories.js';
import { makeOperations } from './factories/operations-factories.js';
import { makeReceipt, makeReceiptSettings } from './factories/receipt-factories.js';
import { makeVoucher } from './factories/voucher-factories.js';
import { makeOutcomes, makeRevenue } from './factories/series-factories.js';
import {
  makeBackupStatus,
  makeBotInfo,
  makeBotMonitor,
  makeBotStatus,
  makeDelivery,
} from './factories/telegram-factories.js';
import { openSite } from './render.js';
import { server } from './server.js';

const unitOf = ({ url }: Request) =>
  seriesQuery.parse(Object.fromEntries(new URL(url).searchParams)).unit;

/** Mocks an administrator and an admin API without problems. Tests override what they need. */
function mockAdmin(): void {
  server.use(
    http.get('/api/user/profile', () =>
      ok({
        user: makeUser({
          username: 'admin',
          admin: 1,
          profile: { first_name: 'Ada', avatar_url: null },
        }),
      }),
    ),
    http.get('/api/admin/windows-versions', () => ok([makeVersion()])),
    http.get('/api/admin/windows-images', () => ok([])),
    http.get('/api/admin/linux-versions', () => ok([])),
    http.get('/api/admin/products', () => ok([makeProduct()])),
    http.get('/api/admin/users', () => page([makeUser()])),
    http.get('/api/admin/install-data', () => page([makeInstall({ passwd_rdp: null })])),
    http.get('/api/admin/install-monitoring/failures', () =>
      ok({ code: [], provider: [], version: [] }),
    ),
    http.get('/api/admin/desktops', () => page([makeDesktop()])),
    http.get('/api/admin/topups', () => page([makeAdminTopup()])),
    http.get('/api/admin/topups/review', () => page([])),
    http.get('/api/admin/topups/revenue', ({ request }) => ok(makeRevenue(unitOf(request)))),
    http.get('/api/admin/install-monitoring/outcomes', ({ request }) =>
      ok(makeOutcomes(unitOf(request))),
    ),
    http.get('/api/admin/payment-methods', () => ok([makeMethod()])),
    http.get('/api/admin/receipts/settings', () => ok(makeReceiptSettings())),
    http.get('/api/admin/receipts', () => page([makeReceipt()])),
    http.get('/api/admin/vouchers', () => page([makeVoucher()])),
    http.get('/api/telegram/bot-info', () => ok(makeBotInfo())),
    http.get('/api/admin/telegram-bot/status', () => ok(makeBotStatus())),
    http.get('/api/admin/telegram-bot/monitor', () => ok(makeBotMonitor())),
    http.get('/api/admin/telegram-backup-bot/status', () => ok(makeBackupStatus())),
    http.get('/api/admin/telegram-bot/deliveries', () => page([makeDelivery()])),
    http.get('/api/admin/operations/:service', ({ params }) =>
      ok(makeOperations({ service: operatedService.parse(params.service) })),
    ),
    http.get('/api/admin/2fa/status', () => ok({ enabled: true })),
  );
}

/**
 * Opens the admin area, by default its dashboard section.
 *
 * @param handlers responses specific to this test
 */
export async function openAdmin(
  section = 'Dashboard',
  handlers: Parameters<typeof server.use> = [],
  user?: UserEvent,
): Promise<UserEvent> {
  mockAdmin();
  server.use(...handlers);
  const opened = await openSite('/admin', { token: 't', ...(user ? { user } : {}) });
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  if (section !== 'Dashboard') await goToAdmin(opened, section);
  return opened;
}

export async function goToAdmin(user: UserEvent, section: string): Promise<void> {
  const sidebar = within(screen.getByRole('complementary'));
  await user.click(sidebar.getByRole('button', { name: section }));
  await screen.findByRole('heading', { level: 1, name: section });
}
