import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { addNotification, currentSession } from '@/lib/session/session.js';
import { openAdmin } from '@/testing/admin.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { openDashboard, openDashboardAt, advanceTime, sidebar } from '@/testing/dashboard.js';
import { makeInstall, makeWriting } from '@/testing/factories/factories.js';
import { makeNotification } from '@/testing/factories/telegram-factories.js';
import { address, reload } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const bell = (fresh = 0) =>
  screen.getByRole('button', { name: fresh ? `Notifications, ${fresh} new` : 'Notifications' });

const openList = async (user: UserEvent, fresh = 0) => {
  await user.click(bell(fresh));
  return within(await screen.findByRole('dialog', { name: 'Notifications' }));
};

const notify = (...messages: string[]) =>
  act(() => {
    for (const message of messages) {
      addNotification({
        key: `install:${message}:completed`,
        type: 'install',
        status: 'completed',
        message,
      });
    }
  });

describe('in-app notifications', () => {
  it('§3 are listed under the bell, newest first, with type and time', async () => {
    const user = await openDashboard();
    notify('192.0.2.1 answers', '192.0.2.2 answers');
    const list = await openList(user, 2);
    const entries = list.getAllByRole('listitem');
    expect(entries.map((entry) => entry.textContent)).toEqual([
      expect.stringMatching(/^192\.0\.2\.2 answersInstall · \d+ \w{3} \d{4}, \d\d:\d\d WIB$/),
      expect.stringMatching(/^192\.0\.2\.1 answersInstall/),
    ]);
  });

  it('§9 are limited to the last 10', async () => {
    const user = await openDashboard();
    notify(...Array.from({ length: 12 }, (_, i) => `message ${i + 1}`));
    const entries = (await openList(user, 10)).getAllByRole('listitem');
    expect(entries).toHaveLength(10);
    expect(entries[0]).toHaveTextContent('message 12');
    expect(entries[9]).toHaveTextContent('message 3');
  });

  it('are marked read once the list was opened; the focus returns to the bell', async () => {
    const user = await openDashboard();
    notify('192.0.2.1 answers');
    await openList(user, 1);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(bell()).toHaveFocus();
  });

  it('show the empty state', async () => {
    const list = await openList(await openDashboard());
    expect(list.getByText('No notifications yet')).toBeVisible();
  });

  it('§4 are cleared on sign-out', async () => {
    const user = await openDashboard();
    notify('192.0.2.1 answers');
    await user.click(sidebar().getByRole('button', { name: 'Logout' }));
    await screen.findByText('One-Click VPS to Windows OS Solution');
    expect(currentSession()).toMatchObject({ notifications: [], unread: 0 });
  });

  it('are also in the header of the admin area', async () => {
    await openAdmin();
    expect(bell()).toBeVisible();
  });

  it.each([
    ['completed', 'Windows is ready on 203.0.113.24. You can connect now.'],
    ['failed', 'The install on 203.0.113.24 failed.'],
    ['manual_review', 'The install on 203.0.113.24 is waiting for our team.'],
  ] as const)('§1 announce an install with status %s', async (status, message) => {
    let answer = makeWriting();
    server.use(http.get('/api/user/install-history', () => page([answer])));
    const now = new Date('2026-11-21T14:06:31+07:00');
    await openDashboardAt(now);
    await screen.findByRole('region', { name: '203.0.113.24' });
    answer = makeInstall({ id: answer.id, ip: answer.ip, status });
    await advanceTime(5_100);
    jest.useRealTimers();
    act(() => bell(1).click());
    const list = within(await screen.findByRole('dialog', { name: 'Notifications' }));
    expect(list.getByText(message)).toBeVisible();
  });
});

const HISTORY = '/api/user/telegram-notifications/history';
const READ = '/api/user/telegram-notifications/read';

/** Notifications stored by the server, marked read up to the position sent by the page. */
const recorded = (...notifications: ReturnType<typeof makeNotification>[]) => {
  const stored = { notifications, read: [] as string[] };
  server.use(
    http.get(HISTORY, ({ request }) => {
      const { searchParams } = new URL(request.url);
      const [n, size] = ['page', 'pageSize'].map((name) => Number(searchParams.get(name)));
      const first = (n! - 1) * size!;
      const items = stored.notifications.slice(first, first + size!);
      return ok(items, { meta: { page: n!, pageSize: size!, total: stored.notifications.length } });
    }),
    http.post(READ, async ({ request }) => {
      stored.read.push(((await request.json()) as { until: string }).until);
      stored.notifications = stored.notifications.map((notification) => ({
        ...notification,
        read: true,
      }));
      return ok(null);
    }),
  );
  return stored;
};

const failed = (ip: string, id = ip) => makeNotification({ install: { id, ip, status: 'failed' } });

describe('server-side notifications', () => {
  it('are under the bell from the start, each with its own text', async () => {
    recorded(
      makeNotification({ install: null, event: 'quota_low', quota: 1 }),
      makeNotification({
        install: null,
        event: 'topup_paid',
        topup: { reference: 'T1', quantity: 5 },
      }),
      makeNotification({ read: true }),
      makeNotification({ install: { id: 'i-2', ip: '192.0.2.9', status: 'manual_review' } }),
      makeNotification({
        install: { id: 'i-3', ip: '192.0.2.8', status: 'completed', kind: 'linux' },
      }),
    );
    const user = await openDashboard();
    const bellOf4 = await screen.findByRole('button', { name: 'Notifications, 4 new' });
    await user.click(bellOf4);
    const list = within(await screen.findByRole('dialog', { name: 'Notifications' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Your quota is running low: 1 left\.Quota · 21 Nov 2026, 14:12 WIB$/),
      expect.stringMatching(/^Payment received: 5 quota/),
      expect.stringMatching(/^Windows is ready on 203\.0\.113\.24/),
      expect.stringMatching(/^The install on 192\.0\.2\.9 is waiting for our team/),
      expect.stringMatching(/^Linux is ready on 192\.0\.2\.8\. You can sign in by SSH now/),
    ]);
  });

  it('are marked read on all devices once the list was opened', async () => {
    const newest = failed('192.0.2.1');
    const stored = recorded(newest, failed('192.0.2.2'));
    const user = await openDashboard();
    await user.click(await screen.findByRole('button', { name: 'Notifications, 2 new' }));
    await screen.findByRole('dialog', { name: 'Notifications' });
    expect(stored.read).toEqual([]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(stored.read).toEqual([newest.id]));
    await waitFor(() => expect(bell()).toBeVisible());
    await reload();
    await screen.findByText(/^Welcome, /);
    expect(bell()).toBeVisible();
  });

  it('are merged with the page’s own notifications and their read state', async () => {
    const stored = recorded();
    const user = await openDashboardAt(new Date('2026-11-21T14:06:31+07:00'));
    act(() => {
      const message = 'The install on 192.0.2.1 failed.';
      addNotification({ key: 'install:i-1:failed', type: 'install', status: 'failed', message });
    });
    const list = await openList(user, 1);
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const lateEntry = failed('192.0.2.1', 'i-1');
    stored.notifications = [lateEntry];
    await advanceTime(60_100);
    await waitFor(() => expect(stored.read).toEqual([lateEntry.id]));
    expect(bell()).toBeVisible();
    expect((await openList(user)).getAllByRole('listitem')).toHaveLength(1);
  });

  it('link to their subject', async () => {
    recorded(failed('192.0.2.1', 'i-7'));
    const install = makeInstall({ id: 'i-7', ip: '192.0.2.1', status: 'failed' });
    server.use(http.get('/api/user/install/i-7', () => ok(install)));
    const user = await openAdmin();
    await user.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
    await user.click(await screen.findByRole('link', { name: 'The install on 192.0.2.1 failed.' }));
    expect(await screen.findByRole('dialog', { name: '192.0.2.1' })).toBeVisible();
    expect(address()).toBe('/dashboard');
  });

  it('are all listed, page by page, also after a reload', async () => {
    recorded(...Array.from({ length: 17 }, (_, i) => failed(`192.0.2.${i + 1}`)));
    const user = await openDashboard();
    await screen.findByRole('button', { name: 'Notifications, 10 new' });
    const list = await openList(user, 10);
    await user.click(list.getByRole('button', { name: 'All notifications' }));
    const all = within(await screen.findByRole('dialog', { name: 'All notifications' }));
    await user.click(await all.findByRole('button', { name: 'Next' }));
    expect(await all.findByText('Showing 16 to 17 of 17 entries')).toBeVisible();
    expect(all.getByText('The install on 192.0.2.17 failed.')).toBeVisible();
    await reload();
    expect(await screen.findByText('The install on 192.0.2.17 failed.')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('report a failed load while the bell shows the page’s own notifications', async () => {
    server.use(http.get(HISTORY, () => refuse(503, { message: 'Notifications rest.' })));
    const user = await openDashboard();
    notify('192.0.2.1 answers');
    const list = await openList(user, 1);
    await user.click(list.getByRole('button', { name: 'All notifications' }));
    const all = within(await screen.findByRole('dialog', { name: 'All notifications' }));
    expect(await all.findByText('Notifications rest.')).toBeVisible();
    recorded(failed('192.0.2.1'));
    await user.click(all.getByRole('button', { name: 'Try Again' }));
    expect(await all.findByText('The install on 192.0.2.1 failed.')).toBeVisible();
  });
});
