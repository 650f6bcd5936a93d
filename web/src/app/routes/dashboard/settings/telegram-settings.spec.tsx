import type { TelegramStatus } from '@casement/proto/http/telegram/telegram.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { ok, refuse } from '@/testing/responses.js';
import { goTo, openDashboard, openDashboardAt, advanceTime } from '@/testing/dashboard.js';
import { makeDashboard } from '@/testing/factories/factories.js';
import {
  makeConnectedStatus,
  makeLinkedDashboard,
  makeTelegramStatus,
} from '@/testing/factories/telegram-factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const NOW = new Date('2026-11-21T07:10:00.000Z');
const URL = 'https://t.me/CasementBot?start=kX93-Zb_7';

/** Mocks the telegram service and counts the calls of the dashboard. */
function mockTelegram(status: TelegramStatus = makeTelegramStatus()) {
  const backend = { status, dashboards: 0, sent: [] as unknown[] };
  server.use(
    http.get('/api/user/dashboard', () => {
      backend.dashboards += 1;
      return ok(makeLinkedDashboard(backend.status));
    }),
    http.get('/api/auth/telegram/status', () => ok(backend.status)),
    http.post('/api/user/connect-telegram', () =>
      ok({ telegramBotUrl: URL, expiresInMinutes: 10 }),
    ),
    http.post('/api/user/telegram-notifications', async ({ request }) => {
      const body = (await request.json()) as { enabled: boolean };
      backend.sent.push(body);
      backend.status = { ...backend.status, notificationsEnabled: body.enabled };
      return ok(backend.status);
    }),
    http.post('/api/user/disconnect-telegram', () => {
      backend.sent.push('disconnect');
      backend.status = makeTelegramStatus();
      return ok(backend.status);
    }),
  );
  return backend;
}

/** Restores the browser APIs replaced by a test. */
const restores: (() => void)[] = [];
afterEach(() => restores.splice(0).forEach((restore) => restore()));

const mockWindowOpen = (opened: object | null = { closed: false }) => {
  const spy = jest.spyOn(window, 'open').mockReturnValue(opened as Window | null);
  restores.push(() => spy.mockRestore());
  return spy;
};

const show = async (user: UserEvent) => {
  await goTo(user, 'Settings');
  await user.click(screen.getByRole('button', { name: 'Telegram' }));
  return user;
};
const open = async () => show(await openDashboard());
const openAt = async () => show(await openDashboardAt(NOW));

const part = () => within(screen.getByRole('region', { name: 'Telegram' }));
const press = async (user: UserEvent, name: string) =>
  user.click(await part().findByRole('button', { name }));

describe('/dashboard settings: Telegram', () => {
  it('§2 is a sub-section that offers to connect an account', async () => {
    mockTelegram();
    await open();
    expect(await part().findByText('Not connected')).toBeVisible();
    expect(part().getByRole('button', { name: 'Connect Telegram' })).toBeVisible();
    expect(part().queryByRole('switch')).not.toBeInTheDocument();
    expect(part().queryByRole('button', { name: 'Disconnect' })).not.toBeInTheDocument();
  });

  it('§3 shows the connected account with an id beyond 32 bits', async () => {
    mockTelegram(makeConnectedStatus());
    await open();
    expect(await part().findByText('Connected')).toBeVisible();
    expect(part().getByText('Rahmat P')).toBeVisible();
    expect(part().getByText('@rahmat_rdp')).toBeVisible();
    expect(part().getByText('7201445093')).toBeVisible();
    expect(part().getByRole('switch', { name: 'Notifications' })).toBeChecked();
  });

  it.each([
    [{ displayName: null }, '@rahmat_rdp'],
    [{ displayName: null, telegram: null }, '7201445093'],
  ])('§3 names an account with incomplete data: %j', async (missing, name) => {
    mockTelegram(makeConnectedStatus(missing));
    await open();
    await part().findByText('Connected');
    expect(part().getAllByText(name)[0]).toBeVisible();
  });

  describe('connecting an account', () => {
    it('§7 opens the bot in a new window and shows the link to open or copy', async () => {
      mockTelegram();
      const opened = { closed: false, opener: window };
      const windows = mockWindowOpen(opened);
      const user = await open();
      await press(user, 'Connect Telegram');
      const link = await part().findByRole('link', { name: /^Open Telegram/ });
      expect(windows).toHaveBeenCalledWith(URL, '_blank');
      expect(opened.opener).toBeNull();
      expect(part().getByText('Connecting')).toBeVisible();
      expect(link).toHaveAttribute('href', URL);
      expect(link).toHaveAttribute('target', '_blank');
      await user.click(part().getByRole('button', { name: 'Copy Link' }));
      expect(await navigator.clipboard.readText()).toBe(URL);
    });

    it('reports a blocked pop-up window', async () => {
      mockTelegram();
      mockWindowOpen(null);
      const user = await open();
      await press(user, 'Connect Telegram');
      expect(await part().findByRole('alert')).toHaveTextContent(
        'Your browser blocked the new window.',
      );
      expect(part().getByRole('link', { name: /^Open Telegram/ })).toHaveAttribute('href', URL);
      expect(part().getByText(URL)).toBeVisible();
    });

    it.each([
      ['as stated by the server', { expiresInMinutes: 3 }, '3:00'],
      ['10 minutes by default', {}, '10:00'],
    ])('§9 shows how long the link is valid: %s', async (_, answer, shown) => {
      mockTelegram();
      mockWindowOpen();
      server.use(
        http.post('/api/user/connect-telegram', () => ok({ telegramBotUrl: URL, ...answer })),
      );
      const user = await openAt();
      await press(user, 'Connect Telegram');
      expect(await part().findByRole('timer')).toHaveTextContent(shown);
    });

    it.each([
      [
        { message: 'The bot is stopped at the moment.', code: 'TELEGRAM_UNAVAILABLE' },
        'The bot is stopped at the moment.',
      ],
      [{}, 'Failed to initiate Telegram connection.'],
    ])('§8 shows a failure (%j)', async (answer, text) => {
      mockTelegram();
      const windows = mockWindowOpen();
      server.use(http.post('/api/user/connect-telegram', () => refuse(503, answer)));
      const user = await open();
      await press(user, 'Connect Telegram');
      expect(await findToast('Connection failed')).toHaveTextContent(text);
      expect(windows).not.toHaveBeenCalled();
      expect(part().getByRole('button', { name: 'Connect Telegram' })).toBeEnabled();
    });

    it('§8 shows an error for a response without a link', async () => {
      mockTelegram();
      mockWindowOpen();
      server.use(http.post('/api/user/connect-telegram', () => ok({})));
      const user = await open();
      await press(user, 'Connect Telegram');
      expect(await findToast('Connection failed')).toHaveTextContent(
        'Failed to initiate Telegram connection.',
      );
    });

    it('§4 detects the connection by polling the dashboard every 5 s; notifications are on', async () => {
      const backend = mockTelegram();
      mockWindowOpen();
      const user = await openAt();
      await press(user, 'Connect Telegram');
      await part().findByRole('timer');
      const before = backend.dashboards;
      await advanceTime(5_000);
      await waitFor(() => expect(backend.dashboards).toBe(before + 1));
      expect(part().getByText('Connecting')).toBeVisible();

      backend.status = makeConnectedStatus();
      await advanceTime(5_000);
      expect(await findToast('Telegram connected')).toHaveTextContent('Rahmat P');
      expect(part().getByText('Connected')).toBeVisible();
      expect(part().getByRole('switch', { name: 'Notifications' })).toBeChecked();
      expect(part().queryByText(URL)).not.toBeInTheDocument();
      expect(screen.getByRole('heading', { level: 2, name: 'Telegram' })).toHaveFocus();
    });

    it('§4 polls only until an account is connected', async () => {
      const backend = mockTelegram();
      await openAt();
      await part().findByText('Not connected');
      backend.status = makeConnectedStatus();
      await advanceTime(5_000);
      await part().findByText('Connected');
      await advanceTime(1_000);
      const before = backend.dashboards;
      await advanceTime(30_000);
      expect(backend.dashboards).toBe(before);
    });

    it('§4 polls only in this sub-section', async () => {
      const backend = mockTelegram();
      const user = await openAt();
      await part().findByText('Not connected');
      await user.click(screen.getByRole('button', { name: 'Profile Info' }));
      const before = backend.dashboards;
      await advanceTime(30_000);
      expect(backend.dashboards).toBe(before);
    });

    it('pauses polling in a hidden tab', async () => {
      const backend = mockTelegram();
      await openAt();
      await part().findByText('Not connected');
      const state = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      restores.push(() => state.mockRestore());
      const changed = () =>
        act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      changed();
      const before = backend.dashboards;
      await advanceTime(30_000);
      expect(backend.dashboards).toBe(before);
      state.mockReturnValue('visible');
      changed();
      await waitFor(() => expect(backend.dashboards).toBeGreaterThan(before));
    });

    it('§8 ignores a failed poll and continues', async () => {
      const backend = mockTelegram();
      await openAt();
      await part().findByText('Not connected');
      server.use(http.get('/api/user/dashboard', () => refuse(503)));
      await advanceTime(11_000);
      expect(document.querySelector('.toast')).toBeNull();
      expect(part().getByText('Not connected')).toBeVisible();
      backend.status = makeConnectedStatus();
      server.use(http.get('/api/user/dashboard', () => ok(makeLinkedDashboard(backend.status))));
      await advanceTime(5_000);
      expect(await findToast('Telegram connected')).toBeVisible();
    });

    it('keeps the link while another section is open and shows the outcome afterwards', async () => {
      const backend = mockTelegram();
      mockWindowOpen();
      const user = await open();
      await press(user, 'Connect Telegram');
      await part().findByText(URL);
      await user.click(screen.getByRole('button', { name: 'Profile Info' }));
      await user.click(screen.getByRole('button', { name: 'Telegram' }));
      expect(part().getByText(URL)).toBeVisible();
      await goTo(user, 'Topup History');
      backend.status = makeConnectedStatus();
      await show(user);
      expect(await findToast('Telegram connected')).toBeVisible();
      expect(part().queryByText(URL)).not.toBeInTheDocument();
    });
  });

  describe('replacing the connected account', () => {
    const begin = async () => {
      const backend = mockTelegram(makeConnectedStatus());
      mockWindowOpen();
      const user = await openAt();
      await press(user, 'Use another account');
      await part().findByText(URL);
      return { backend, user };
    };

    it('§4 shows the connecting state, replaces the old account and confirms it', async () => {
      const { backend } = await begin();
      expect(part().getByText('Connecting')).toBeVisible();
      expect(part().getByText(/^Rahmat P stays connected until you press Start/)).toBeVisible();
      const before = backend.dashboards;
      await advanceTime(10_000);
      expect(backend.dashboards).toBe(before + 2);
      backend.status = makeConnectedStatus({ telegramUserId: '7300000001', displayName: 'Siti' });
      await advanceTime(5_000);
      expect(await findToast('Telegram account changed')).toHaveTextContent('Siti');
      expect(part().getByText('7300000001')).toBeVisible();
      expect(part().queryByText(URL)).not.toBeInTheDocument();
    });

    it('§4 confirms reconnecting the same account', async () => {
      const { backend } = await begin();
      backend.status = makeConnectedStatus({ connectedAt: '2026-11-21T07:11:00.000Z' });
      await advanceTime(5_000);
      expect(await findToast('This account is already connected')).toHaveTextContent('Rahmat P');
      expect(part().queryByText(URL)).not.toBeInTheDocument();
      expect(part().getByText('Connected')).toBeVisible();
    });

    it('can be cancelled', async () => {
      const { backend, user } = await begin();
      await press(user, 'Keep Rahmat P');
      expect(part().getByText('Connected')).toBeVisible();
      expect(part().queryByText(URL)).not.toBeInTheDocument();
      const before = backend.dashboards;
      await advanceTime(30_000);
      expect(backend.dashboards).toBe(before);
    });
  });

  describe('Telegram notifications', () => {
    it('§4 are turned Off and On again', async () => {
      const backend = mockTelegram(makeConnectedStatus());
      const user = await open();
      const toggle = await part().findByRole('switch', { name: 'Notifications' });
      expect(toggle).toHaveTextContent('On');
      await user.click(toggle);
      expect(await findToast('Notifications turned off')).toBeVisible();
      expect(toggle).not.toBeChecked();
      expect(toggle).toHaveTextContent('Off');
      expect(toggle).toHaveFocus();
      await user.click(toggle);
      expect(await findToast('Notifications turned on')).toBeVisible();
      expect(toggle).toBeChecked();
      expect(backend.sent).toEqual([{ enabled: false }, { enabled: true }]);
    });

    it.each([
      [{ message: 'No Telegram account is connected.' }, 'No Telegram account is connected.'],
      [{}, 'Please try again.'],
    ])('§8 keep their state after a failed change (%j)', async (answer, text) => {
      mockTelegram(makeConnectedStatus());
      server.use(http.post('/api/user/telegram-notifications', () => refuse(409, answer)));
      const user = await open();
      const toggle = await part().findByRole('switch', { name: 'Notifications' });
      await user.click(toggle);
      expect(await findToast('Update failed')).toHaveTextContent(text);
      expect(toggle).toBeChecked();
    });
  });

  describe('disconnecting', () => {
    const ask = async () => {
      const backend = mockTelegram(makeConnectedStatus());
      const user = await open();
      await press(user, 'Disconnect');
      const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect Telegram' }));
      return { backend, user, dialog };
    };

    it('§4 needs confirmation: Cancel changes nothing and restores the focus', async () => {
      const { backend, user, dialog } = await ask();
      expect(dialog.getByText(/Rahmat P will no longer get notifications/)).toBeVisible();
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(backend.sent).toEqual([]);
      expect(part().getByText('Connected')).toBeVisible();
      await waitFor(() => expect(part().getByRole('button', { name: 'Disconnect' })).toHaveFocus());
    });

    it('§4 resets the notifications', async () => {
      const { backend, user, dialog } = await ask();
      await user.click(dialog.getByRole('button', { name: 'Disconnect' }));
      expect(await findToast('Telegram disconnected')).toBeVisible();
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(backend.sent).toEqual(['disconnect']);
      expect(part().getByText('Not connected')).toBeVisible();
      expect(part().queryByRole('switch')).not.toBeInTheDocument();
      await waitFor(() =>
        expect(screen.getByRole('heading', { level: 2, name: 'Telegram' })).toHaveFocus(),
      );
    });

    it.each([
      [
        { message: 'The telegram service does not answer.' },
        'The telegram service does not answer.',
      ],
      [{}, 'Please try again.'],
    ])('§8 shows a failure and keeps the dialog open (%j)', async (answer, text) => {
      const { user, dialog } = await ask();
      server.use(http.post('/api/user/disconnect-telegram', () => refuse(503, answer)));
      await user.click(dialog.getByRole('button', { name: 'Disconnect' }));
      expect(await findToast('Disconnect failed')).toHaveTextContent(text);
      expect(screen.getByRole('dialog')).toBeVisible();
    });
  });

  it('shows a user who blocked the bot and the remedy', async () => {
    mockTelegram(makeConnectedStatus({ blocked: true }));
    await open();
    expect(await part().findByText(/you blocked or deleted it in Telegram/)).toBeVisible();
    expect(part().getByText(/press Restart or Start/)).toBeVisible();
    expect(part().getByRole('link', { name: /^Open the bot/ })).toHaveAttribute(
      'href',
      'https://t.me/CasementBot',
    );
  });

  it('§7 falls back to the dashboard when the status lacks the success flag', async () => {
    mockTelegram(makeConnectedStatus());
    server.use(
      http.get('/api/auth/telegram/status', () =>
        HttpResponse.json({ success: false, message: 'No', data: makeTelegramStatus() }),
      ),
    );
    await open();
    expect(await part().findByText('Connected')).toBeVisible();
    expect(part().getByText('Rahmat P')).toBeVisible();
  });

  it('§8 shows no error when the status fails to refresh', async () => {
    mockTelegram(makeConnectedStatus());
    server.use(http.get('/api/auth/telegram/status', () => refuse(503)));
    await open();
    expect(await part().findByText('Connected')).toBeVisible();
    expect(document.querySelector('.toast')).toBeNull();
    expect(part().queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows "unknown" instead of "not connected" while the telegram service is down', async () => {
    const backend = mockTelegram(makeConnectedStatus());
    server.use(
      http.get('/api/auth/telegram/status', () => refuse(503)),
      http.get('/api/user/dashboard', () => ok({ ...makeDashboard(), telegramKnown: false })),
    );
    const user = await open();
    expect(await screen.findByText('Your Telegram settings couldn’t be loaded')).toBeVisible();
    expect(screen.queryByText('Not connected')).not.toBeInTheDocument();
    server.use(http.get('/api/user/dashboard', () => ok(makeLinkedDashboard(backend.status))));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Connected')).toBeVisible();
  });
});
