import type { OperatedService } from '@casement/proto/http/operations.js';
import { screen, waitFor, within } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { makeReview } from '@/testing/factories/admin-factories.js';
import { makeInstall } from '@/testing/factories/factories.js';
import { makeLinuxVersion } from '@/testing/factories/image-factories.js';
import { makeOperations } from '@/testing/factories/operations-factories.js';
import { makeBackupStatus, makeBotStatus } from '@/testing/factories/telegram-factories.js';

const queue = async () => within(await screen.findByRole('region', { name: 'Needs attention' }));
const line = async (name: string, count: string) =>
  (await queue()).findByRole('button', { name: `${name} ${count}` });

/** Opens the dashboard with both bots running. */
const openHome = (handlers: RequestHandler[]) =>
  openAdmin('Dashboard', [
    ...handlers,
    http.get('/api/admin/telegram-backup-bot/status', () =>
      ok(makeBackupStatus({ isRunning: true })),
    ),
  ]);
/** Responds with these numbers of installs per status, 0 for other statuses. */
const mockInstallCounts = (counts: Record<string, number>, updated_at = new Date().toISOString()) =>
  http.get('/api/admin/install-data', ({ request }) => {
    const status = new URL(request.url).searchParams.get('status') ?? 'all';
    const total = counts[status] ?? 0;
    const rows = Array.from({ length: Math.min(total, 15) }, (_, i) =>
      makeInstall({
        id: `i${i}`,
        ip: `203.0.113.${i}`,
        status: 'failed',
        updated_at,
        passwd_rdp: null,
      }),
    );
    return page(rows, { total });
  });
const image = (state: string, verified_at: string | null) => ({
  windows_version_id: `v-${state}-${verified_at}`,
  name: 'Windows Server 2022',
  slug: 'ws2022',
  state,
  image: null,
  imported_at: null,
  verified_at,
  active_installs: 0,
  job: null,
});

describe('/admin attention panel', () => {
  beforeEach(() => localStorage.removeItem('casement-failures-seen'));

  it('shows the empty state', async () => {
    await openHome([mockInstallCounts({})]);
    expect(await (await queue()).findByText('All clear')).toBeVisible();
    expect((await queue()).queryByRole('button')).not.toBeInTheDocument();
  });

  it('links from payments to review to their section', async () => {
    const user = await openHome([
      mockInstallCounts({}),
      http.get('/api/admin/topups/review', () => page([makeReview()], { total: 3 })),
    ]);
    await user.click(await line('Payments to review', '3'));
    await screen.findByRole('heading', { level: 1, name: 'Top-ups' });
    expect(await screen.findByRole('heading', { name: 'Payments to review' })).toBeVisible();
  });

  it('links from installs in review to the filtered list', async () => {
    const user = await openHome([mockInstallCounts({ manual_review: 2 })]);
    await user.click(await line('Installs in manual review', '2'));
    await screen.findByRole('heading', { level: 1, name: 'Installs' });
    expect(screen.getByLabelText('Status')).toHaveValue('manual_review');
  });

  it('counts failed installs until they have been viewed', async () => {
    const user = await openHome([mockInstallCounts({ failed: 2 })]);
    await user.click(await line('Failed installs to review', '2'));
    await screen.findByRole('heading', { level: 1, name: 'Installs' });
    expect(screen.getByLabelText('Status')).toHaveValue('failed');
    await user.click(
      within(screen.getByRole('complementary')).getByRole('button', { name: 'Dashboard' }),
    );
    expect(await (await queue()).findByText('All clear')).toBeVisible();
  });

  it.each([
    ['ignores failures older than a week', 2, '2020-01-01T00:00:00.000Z', null],
    ['shows more than one page as 15+', 40, undefined, '15+'],
  ])('failed installs: %s', async (_, total, updated, count) => {
    await openHome([mockInstallCounts({ failed: total }, updated)]);
    if (count) expect(await line('Failed installs to review', count)).toBeVisible();
    else expect(await (await queue()).findByText('All clear')).toBeVisible();
  });

  it('sums the dead letters of all services', async () => {
    const user = await openHome([
      mockInstallCounts({}),
      http.get('/api/admin/operations/:service', ({ params }) =>
        ok(
          makeOperations({
            service: params.service as OperatedService,
            dead_letters: { total: 1, rows: [] },
          }),
        ),
      ),
    ]);
    await user.click(await line('Events that could not be processed', '5'));
    await screen.findByRole('heading', { level: 1, name: 'Operations' });
  });

  it('counts images that are damaged, missing or never verified', async () => {
    const when = '2026-11-20T03:00:00.000Z';
    const user = await openHome([
      mockInstallCounts({}),
      http.get('/api/admin/windows-images', () =>
        ok([
          image('ready', when),
          image('ready', null),
          image('damaged', when),
          image('none', null),
        ]),
      ),
      http.get('/api/admin/linux-versions', () =>
        ok([makeLinuxVersion(), makeLinuxVersion({ windows_version_id: 'x', state: 'damaged' })]),
      ),
    ]);
    await user.click(await line('Images that haven’t passed a check', '3'));
    await screen.findByRole('heading', { level: 1, name: 'Windows Versions' });
  });

  it('counts stopped bots but not a bot without a token', async () => {
    await openHome([
      mockInstallCounts({}),
      http.get('/api/admin/telegram-bot/status', () => ok(makeBotStatus({ isRunning: false }))),
      http.get('/api/admin/telegram-backup-bot/status', () =>
        ok(makeBotStatus({ isRunning: false, bot: null })),
      ),
    ]);
    expect(await line('Stopped bots', '1')).toBeVisible();
  });

  it('does not show the empty state when a count is unavailable', async () => {
    await openHome([
      mockInstallCounts({}),
      http.get('/api/admin/topups/review', () => refuse(503)),
    ]);
    await waitFor(async () =>
      expect((await queue()).getByText(/couldn’t be loaded/)).toBeVisible(),
    );
    expect((await queue()).queryByText('All clear')).not.toBeInTheDocument();
  });
});
