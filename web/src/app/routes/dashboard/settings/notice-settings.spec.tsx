import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { ok, refuse } from '@/testing/responses.js';
import { goTo, openDashboard } from '@/testing/dashboard.js';
import { makeDashboard } from '@/testing/factories/factories.js';
import {
  makeConnectedStatus,
  makeLinkedDashboard,
  makeNoticeSettings,
  makeTelegramStatus,
} from '@/testing/factories/telegram-factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const SETTINGS = '/api/user/telegram-notifications/settings';
const TEST = '/api/user/telegram-notifications/test';

const parts = () => within(screen.getByRole('navigation', { name: 'Settings' }));
const open = async () => {
  const user = await openDashboard();
  await goTo(user, 'Settings');
  await user.click(parts().getByRole('button', { name: 'Notifications' }));
  await screen.findByRole('region', { name: 'Notifications' });
  return user;
};
const part = () => within(screen.getByRole('region', { name: 'Notifications' }));
const cell = (name: string) => part().findByRole('switch', { name });

/** Accepts every change and answers with this state of the email switch. Returns the requests. */
const acceptEmail = (event: string, email: boolean): unknown[] => {
  const sent: unknown[] = [];
  server.use(
    http.put(SETTINGS, async ({ request }) => {
      sent.push(await request.json());
      return ok(makeNoticeSettings().map((row) => (row.event === event ? { ...row, email } : row)));
    }),
  );
  return sent;
};

describe('/dashboard settings: notifications', () => {
  beforeEach(() => {
    const status = makeConnectedStatus();
    server.use(
      http.get('/api/auth/telegram/status', () => ok(status)),
      http.get('/api/user/dashboard', () => ok(makeLinkedDashboard(status))),
    );
  });

  describe('if no Telegram account is connected', () => {
    const sent = jest.fn();
    beforeEach(() =>
      server.use(
        http.get('/api/auth/telegram/status', () => ok(makeTelegramStatus())),
        http.get('/api/user/dashboard', () => ok(makeDashboard())),
        http.put(SETTINGS, () => {
          sent();
          return ok(makeNoticeSettings());
        }),
      ),
    );

    it('disables the Telegram switches with the reason', async () => {
      const user = await open();
      const telegram = await cell('Top-up paid by Telegram');
      expect(telegram).toHaveAttribute('aria-disabled', 'true');
      expect(telegram).toHaveAccessibleDescription(
        'To get notifications in Telegram, connect your account first.',
      );
      await user.click(telegram);
      expect(sent).not.toHaveBeenCalled();
      expect(await cell('Top-up paid by Email')).not.toHaveAttribute('aria-disabled');
    });

    it('leads to the Telegram settings', async () => {
      const user = await open();
      await user.click(await part().findByRole('button', { name: 'Connect Telegram' }));
      expect(await screen.findByRole('region', { name: 'Telegram' })).toBeVisible();
    });
  });

  it('keeps the Telegram switches enabled while the Telegram service is down', async () => {
    server.use(
      http.get('/api/auth/telegram/status', () => refuse(503)),
      http.get('/api/user/dashboard', () => ok({ ...makeDashboard(), telegramKnown: false })),
    );
    await open();
    expect(await cell('Top-up paid by Telegram')).not.toHaveAttribute('aria-disabled');
    expect(part().queryByText(/connect your account first/)).not.toBeInTheDocument();
  });

  it('shows each event with its channels', async () => {
    await open();
    expect(await cell('Installation progress by Telegram')).toBeChecked();
    expect(await cell('Installation progress by Email')).not.toBeChecked();
    expect(part().getAllByRole('switch')).toHaveLength(14);
  });

  it('shows the reminder of low quota as off until it is enabled', async () => {
    const sent = acceptEmail('quota_low', true);
    const user = await open();
    expect(await cell('Low quota by Telegram')).not.toBeChecked();
    const email = await cell('Low quota by Email');
    expect(email).not.toBeChecked();
    await user.click(email);
    await waitFor(() => expect(email).toBeChecked());
    expect(sent).toEqual([{ event: 'quota_low', channel: 'email', enabled: true }]);
  });

  it('changes one setting', async () => {
    const sent = acceptEmail('topup_paid', false);
    const user = await open();
    const email = await cell('Top-up paid by Email');
    await user.click(email);
    await waitFor(() => expect(email).not.toBeChecked());
    expect(email).toHaveFocus();
    expect(sent).toEqual([{ event: 'topup_paid', channel: 'email', enabled: false }]);
  });

  it('§8 shows a failed change and the stored setting', async () => {
    server.use(http.put(SETTINGS, () => refuse(500)));
    const user = await open();
    const email = await cell('Top-up paid by Email');
    await user.click(email);
    expect(await findToast('Update failed')).toHaveTextContent('Please try again.');
    expect(email).toBeChecked();
  });

  it('§8 shows a failed load and retries', async () => {
    server.use(http.get(SETTINGS, () => refuse(503)));
    const user = await open();
    await part().findByText('Failed to load your notifications');
    server.use(http.get(SETTINGS, () => ok(makeNoticeSettings())));
    await user.click(part().getByRole('button', { name: 'Try Again' }));
    expect(await cell('Low quota by Telegram')).toBeVisible();
  });

  it.each([
    ['Test Telegram', 'telegram', true, 'Telegram: delivered.'],
    ['Test email', 'email', false, 'Email: not delivered.'],
  ])('%s shows the response of the external system', async (button, channel, delivered, text) => {
    const sent: unknown[] = [];
    server.use(
      http.post(TEST, async ({ request }) => {
        sent.push(await request.json());
        return ok({ delivered, answer: '250 2.0.0 Ok: queued as 4F1' });
      }),
    );
    const user = await open();
    await user.click(await part().findByRole('button', { name: button }));
    expect(await part().findByText(text)).toBeVisible();
    expect(part().getByText('250 2.0.0 Ok: queued as 4F1')).toBeVisible();
    expect(sent).toEqual([{ channel }]);
  });

  it('§8 shows a test that could not run', async () => {
    server.use(http.post(TEST, () => refuse(429, { message: 'One test a minute.' })));
    const user = await open();
    await user.click(await part().findByRole('button', { name: 'Test Telegram' }));
    expect(await findToast('Test failed')).toHaveTextContent('One test a minute.');
  });
});
