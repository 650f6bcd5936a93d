import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, refuse } from '@/testing/responses.js';
import {
  makeBackupStatus,
  makeBotInfo,
  makeBotMonitor,
  makeBotStatus,
} from '@/testing/factories/telegram-factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const open = (handlers: Parameters<typeof openAdmin>[1] = []) => openAdmin('Telegram', handlers);
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const figure = (term: string) =>
  screen.getByText(term, { selector: '.panes dt' }).closest('div')!.textContent;

const STOPPED = { isRunning: false, startedAt: null };

describe('/admin telegram section', () => {
  it('§2 shows the name of the active bot', async () => {
    await open();
    const status = await card('Bot Status');
    expect(await status.findByText('Active')).toBeVisible();
    expect(status.getByText('7104552981')).toBeVisible();
    expect(status.getByText('@CasementBot')).toBeVisible();
    expect(status.getByText('Casement')).toBeVisible();
    expect(status.getByText('Can read groups').nextSibling).toHaveTextContent('No');
    expect(status.getByRole('link', { name: /t\.me\/CasementBot/ })).toHaveAttribute(
      'href',
      'https://t.me/CasementBot',
    );
  });

  it('§2 shows whether the bot can read groups', async () => {
    await open([
      http.get('/api/telegram/bot-info', () =>
        ok(makeBotInfo({ can_read_all_group_messages: true })),
      ),
    ]);
    const status = await card('Bot Status');
    expect((await status.findByText('Can read groups')).nextSibling).toHaveTextContent('Yes');
  });

  it('§2 shows a missing or invalid token of either bot', async () => {
    await open([
      http.get('/api/telegram/bot-info', () => ok(null)),
      http.get('/api/admin/telegram-backup-bot/status', () => ok(makeBackupStatus({ bot: null }))),
    ]);
    for (const name of ['Bot Status', 'Backup Bot Status']) {
      const status = await card(name);
      expect(await status.findByText('Bot token not configured or invalid')).toBeVisible();
    }
  });

  it('§2 §9 shows mode Polling, its start time and the number of messages', async () => {
    await open();
    const control = await card('Bot Control');
    expect(await control.findByText('Running')).toBeVisible();
    expect(control.getByText('Mode').nextSibling).toHaveTextContent('Polling');
    expect(control.getByText('Started').nextSibling).toHaveTextContent('21 Nov 2026, 14:02 WIB');
    expect(control.getByText('Messages').nextSibling).toHaveTextContent('1,236');
  });

  it('§3 shows the monitor’s counters', async () => {
    await open();
    await waitFor(() => expect(figure('Commands')).toContain('811'));
    expect(figure('Messages')).toContain('1,236');
    expect(figure('Errors')).toContain('3');
    expect(figure('Users')).toContain('204');
  });

  it.each([
    ['running', makeBotStatus(), 'Running', true],
    ['stopped', makeBotStatus(STOPPED), 'Stopped', false],
  ])('§4 offers the matching actions while the bot is %s', async (_, status, badge, running) => {
    await open([http.get('/api/admin/telegram-bot/status', () => ok(status))]);
    const control = await card('Bot Control');
    expect(await control.findByText(badge)).toBeVisible();
    const start = control.getByRole('button', { name: 'Start Bot' });
    const stop = control.getByRole('button', { name: 'Stop Bot' });
    expect(running ? start : stop).toBeDisabled();
    expect(running ? stop : start).toBeEnabled();
  });

  const BOTS = [
    ['Bot Control', 'Start Bot', 'Stop Bot', 'telegram-bot', 'bot', 'Bot'],
    [
      'Backup Bot Control',
      'Start Backup Bot',
      'Stop Backup Bot',
      'telegram-backup-bot',
      'backup bot',
      'Backup bot',
    ],
  ] as const;

  describe.each(BOTS)('bot control: %s', (region, start, stop, path, inSentence, first) => {
    it('§4 starts, then stops; the focus moves to the next available action', async () => {
      const sent: string[] = [];
      const handlers = ['start', 'stop'].map((action) =>
        http.post(`/api/admin/${path}/${action}`, () => {
          sent.push(action);
          const status = makeBotStatus(action === 'start' ? {} : STOPPED);
          server.use(http.get(`/api/admin/${path}/status`, () => ok(status)));
          return ok(status);
        }),
      );
      const user = await open([
        http.get(`/api/admin/${path}/status`, () => ok(makeBotStatus(STOPPED))),
        ...handlers,
      ]);
      const control = await card(region);
      await user.click(await control.findByRole('button', { name: start }));
      expect(await findToast(`${first} started`)).toBeVisible();
      expect(control.getByText('Running')).toBeVisible();
      expect(control.getByRole('button', { name: start })).toBeDisabled();
      const stopButton = control.getByRole('button', { name: stop });
      expect(stopButton).toHaveFocus();
      await user.click(stopButton);
      expect(await findToast(`${first} stopped`)).toBeVisible();
      expect(control.getByText('Stopped')).toBeVisible();
      expect(control.getByRole('button', { name: start })).toHaveFocus();
      expect(sent).toEqual(['start', 'stop']);
    });

    it.each([
      ['start', start, STOPPED, `Failed to start ${inSentence}`],
      ['stop', stop, {}, `Failed to stop ${inSentence}`],
    ])(
      '§8 shows a failed %s, truncated to 500 characters',
      async (action, button, status, title) => {
        const message = 'x'.repeat(499) + 'yz' + 'w'.repeat(300);
        const user = await open([
          http.get(`/api/admin/${path}/status`, () => ok(makeBotStatus(status))),
          http.post(`/api/admin/${path}/${action}`, () => refuse(502, { message })),
        ]);
        const control = await card(region);
        await user.click(await control.findByRole('button', { name: button }));
        await findToast(title);
        expect(screen.getByText(message.slice(0, 500))).toBeVisible();
        expect(control.getByRole('button', { name: button })).toBeEnabled();
      },
    );

    it('§8 shows a fallback message when the server sends none', async () => {
      const user = await open([
        http.get(`/api/admin/${path}/status`, () => ok(makeBotStatus(STOPPED))),
        http.post(`/api/admin/${path}/start`, () => refuse(500)),
      ]);
      const control = await card(region);
      await user.click(await control.findByRole('button', { name: start }));
      expect(await findToast(`Failed to start ${inSentence}`)).toHaveTextContent(
        'Please try again.',
      );
    });

    it('starts once and keeps the focus while waiting', async () => {
      let calls = 0;
      let refuseNow = () => undefined as void;
      const answer = new Promise<void>((resolve) => (refuseNow = resolve));
      const user = await open([
        http.get(`/api/admin/${path}/status`, () => ok(makeBotStatus(STOPPED))),
        http.post(`/api/admin/${path}/start`, async () => {
          calls += 1;
          await answer;
          return refuse(503);
        }),
      ]);
      const button = await (await card(region)).findByRole('button', { name: start });
      await user.click(button);
      await waitFor(() => expect(calls).toBe(1));
      expect(button).toHaveFocus();
      await user.click(button);
      expect(calls).toBe(1);
      // An unanswered request would time out during another test.
      refuseNow();
      await findToast(`Failed to start ${inSentence}`);
    });
  });

  it('§2 shows the backup bot’s status and control separately', async () => {
    await open();
    const status = await card('Backup Bot Status');
    expect(await status.findByText('@CasementBackupBot')).toBeVisible();
    const control = await card('Backup Bot Control');
    expect(control.getByText('Stopped')).toBeVisible();
    expect(control.getByText('Mode').nextSibling).toHaveTextContent('Polling');
    expect(control.getByText('Messages').nextSibling).toHaveTextContent('12');
    expect(control.getByRole('button', { name: 'Stop Backup Bot' })).toBeDisabled();
  });

  it('shows why a running bot receives no updates', async () => {
    await open([
      http.get('/api/admin/telegram-bot/status', () =>
        ok(makeBotStatus({ problem: 'Another program polls with the same token (409).' })),
      ),
    ]);
    const control = await card('Bot Control');
    expect(
      await control.findByText('The bot isn’t receiving messages at the moment.'),
    ).toBeVisible();
    expect(control.getByText(/polls with the same token/)).toBeVisible();
  });

  it('§2 Refresh Status reloads all cards', async () => {
    const user = await open();
    await screen.findByText(/^As of /);
    server.use(
      http.get('/api/telegram/bot-info', () => ok(makeBotInfo({ first_name: 'Renamed' }))),
      http.get('/api/admin/telegram-bot/status', () => ok(makeBotStatus(STOPPED))),
      http.get('/api/admin/telegram-bot/monitor', () => ok(makeBotMonitor({ commandCount: 812 }))),
      http.get('/api/admin/telegram-backup-bot/status', () =>
        ok(makeBackupStatus({ isRunning: true })),
      ),
    );
    const refresh = screen.getByRole('button', { name: 'Refresh Status' });
    await user.click(refresh);
    expect(await (await card('Bot Status')).findByText('Renamed')).toBeVisible();
    expect(await (await card('Bot Control')).findByText('Stopped')).toBeVisible();
    expect(await (await card('Backup Bot Control')).findByText('Running')).toBeVisible();
    await waitFor(() => expect(figure('Commands')).toContain('812'));
    expect(refresh).toHaveFocus();
  });

  it('§8 shows the data’s age instead of an error after a failed refresh', async () => {
    const user = await open();
    expect(await screen.findByText(/^As of /)).toBeVisible();
    server.use(http.get('/api/admin/telegram-bot/status', () => refuse(503)));
    await user.click(screen.getByRole('button', { name: 'Refresh Status' }));
    expect(await screen.findByText(/^Couldn’t be refreshed; as of /)).toBeVisible();
    expect((await card('Bot Control')).getByText('Running')).toBeVisible();
    expect(document.querySelector('.toast')).toBeNull();
  });

  it('§8 shows a failed first load in its own card and retries', async () => {
    const user = await open([
      http.get('/api/telegram/bot-info', () =>
        refuse(503, { message: 'Telegram is not responding at the moment.' }),
      ),
    ]);
    expect(await findToast('Failed to load data')).toHaveTextContent(
      'Telegram is not responding at the moment.',
    );
    const status = await card('Bot Status');
    expect(await status.findByText('c-7f3a91')).toBeVisible();
    expect(await (await card('Bot Control')).findByText('Running')).toBeVisible();
    server.use(http.get('/api/telegram/bot-info', () => ok(makeBotInfo())));
    await user.click(status.getByRole('button', { name: 'Try Again' }));
    expect(await status.findByText('@CasementBot')).toBeVisible();
  });
});
