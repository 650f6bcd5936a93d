import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { addNotification, currentSession } from '@/lib/session.js';
import { page } from '@/testing/answers.js';
import { openAdmin } from '@/testing/admin.js';
import { openDashboard, openDashboardAt, pass, sidebar } from '@/testing/dashboard.js';
import { makeInstall, makeWriting } from '@/testing/factories.js';
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
      addNotification({ type: 'install', status: 'completed', message });
    }
  });

describe('in-app notifications', () => {
  it('§3 are listed under the bell, newest first, with type and time', async () => {
    const user = await openDashboard();
    notify('192.0.2.1 answers', '192.0.2.2 answers');
    const list = await openList(user, 2);
    const entries = list.getAllByRole('listitem');
    expect(entries.map((entry) => entry.textContent)).toEqual([
      expect.stringMatching(/^192\.0\.2\.2 answersInstall · \d+ \w{3} \d{4}, \d\d:\d\d$/),
      expect.stringMatching(/^192\.0\.2\.1 answersInstall/),
    ]);
  });

  it('§9 are the last 10', async () => {
    const user = await openDashboard();
    notify(...Array.from({ length: 12 }, (_, i) => `message ${i + 1}`));
    const entries = (await openList(user, 10)).getAllByRole('listitem');
    expect(entries).toHaveLength(10);
    expect(entries[0]).toHaveTextContent('message 12');
    expect(entries[9]).toHaveTextContent('message 3');
  });

  it('are read once the list was open; the focus goes back to the bell', async () => {
    const user = await openDashboard();
    notify('192.0.2.1 answers');
    await openList(user, 1);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(bell()).toHaveFocus();
  });

  it('say that there are none', async () => {
    const list = await openList(await openDashboard());
    expect(list.getByText('No notifications yet')).toBeVisible();
  });

  it('§4 are forgotten at the sign-out', async () => {
    const user = await openDashboard();
    notify('192.0.2.1 answers');
    await user.click(sidebar().getByRole('button', { name: 'Logout' }));
    await screen.findByText('One-Click VPS to Windows OS Solution');
    expect(currentSession()).toMatchObject({ notifications: [], unread: 0 });
  });

  it('stand in the header of the admin area as well', async () => {
    await openAdmin();
    expect(bell()).toBeVisible();
  });

  it.each([
    ['completed', '203.0.113.24 answers on RDP. You can connect now.'],
    ['failed', 'The install of 203.0.113.24 failed.'],
    ['manual_review', 'The install of 203.0.113.24 waits for our team.'],
  ] as const)('§1 tell of an install that is %s', async (status, message) => {
    let answer = makeWriting();
    server.use(http.get('/api/user/install-history', () => page([answer])));
    const now = new Date('2026-11-21T14:06:31+07:00');
    await openDashboardAt(now);
    await screen.findByRole('region', { name: '203.0.113.24' });
    answer = makeInstall({ id: answer.id, ip: answer.ip, status });
    await pass(5_100);
    jest.useRealTimers();
    act(() => bell(1).click());
    const list = within(await screen.findByRole('dialog', { name: 'Notifications' }));
    expect(list.getByText(message)).toBeVisible();
  });
});
