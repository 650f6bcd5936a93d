import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, type RequestHandler } from 'msw';
import { goToAdmin, openAdmin } from '@/testing/admin.js';
import { ok, refuse } from '@/testing/responses.js';
import { advanceTime, table } from '@/testing/dashboard.js';
import { makeUser } from '@/testing/factories/factories.js';
import {
  makeRecovery,
  makeRecoveryOverview,
  makeSecurityDashboard,
} from '@/testing/factories/security-factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const RECOVERY = '/api/security/recovery';
const NOW = Date.parse('2026-11-21T07:10:00.000Z');

const done = makeRecovery({ ip: '192.0.2.1' });
const broken = makeRecovery({
  id: 'r-broken',
  ip: '192.0.2.2',
  status: 'failed',
  recoveryType: 'full-recovery',
  attempts: 3,
  error: 'The messaging was away.',
  result: '',
});
const working = makeRecovery({
  id: 'r-working',
  ip: '192.0.2.3',
  status: 'in_progress',
  recoveryType: 'reset-attempts',
  finishedAt: null,
  duration: null,
  result: '',
});

type Overview = ReturnType<typeof makeRecoveryOverview>;
const overviewPage = (overview: Overview, total = overview.history.length, page = 1) =>
  ok(overview, { meta: { page, pageSize: 15, total } });

const defaults = (history: Overview['history'], status: Partial<Overview['status']> = {}) => [
  http.get(RECOVERY, () => overviewPage(makeRecoveryOverview(history, status))),
  http.get('/api/security/dashboard', () => ok(makeSecurityDashboard())),
];

const open = (history = [done, broken, working], ...handlers: RequestHandler[]) =>
  openAdmin('Recovery', [...handlers, ...defaults(history)]);

const pane = (term: string) => screen.getByText(term, { selector: 'dt' }).closest('div')!;
const row = async (ip: string) => within((await table()).getByText(ip).closest('tr')!);
const system = () => screen.getByRole('region', { name: 'System Recovery Status' });
const fact = (term: string) =>
  within(system()).getByText(term, { selector: 'dt' }).closest('div')!.textContent;

describe('/admin security-recovery section', () => {
  it('§2, §3 shows the cards Total, Successful, Failed; In Progress shows averageRecoveryTime', async () => {
    await open();
    await waitFor(() => expect(pane('Total Recoveries')).toHaveTextContent('41'));
    expect(pane('Successful')).toHaveTextContent('38');
    expect(pane('Failed')).toHaveTextContent('2');
    expect(pane('In Progress')).toHaveTextContent('1.2 s');
  });

  it('shows no average before the first recovery has ended', async () => {
    const none = { totalRecoveries: 1, successfulRecoveries: 0, failedRecoveries: 0 };
    const recovery = { ...none, inProgressRecoveries: 1, averageRecoveryTime: 0 };
    await open(
      [done],
      http.get('/api/security/dashboard', () => ok(makeSecurityDashboard({ recovery }))),
    );
    await waitFor(() => expect(pane('Total Recoveries')).toHaveTextContent('1'));
    expect(pane('In Progress')).toHaveTextContent('–');
  });

  it('shows dashes when the figures fail to load', async () => {
    await open(
      [done],
      http.get('/api/security/dashboard', () => refuse(503)),
    );
    await table();
    expect(pane('Total Recoveries')).toHaveTextContent('–');
    expect(pane('In Progress')).toHaveTextContent('–');
  });

  describe('System Recovery Status', () => {
    it('§2, §9 shows the server’s values', async () => {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(NOW);
      await openAdmin('Recovery', defaults([], { lastCheck: '2026-11-21T07:08:00.000Z' }));
      await waitFor(() => expect(fact('Auto Recovery')).toBe('Auto RecoveryEnabled'));
      expect(fact('Interval')).toBe('Interval5 minutes');
      expect(fact('Max retries')).toBe('Max retries3');
      expect(fact('Service')).toBe('ServiceRunning');
      expect(fact('Manual override')).toBe('Manual overrideAllowed');
      expect(fact('Last check')).toBe('Last check2 minutes ago');
      clock.mockRestore();
    });

    it('§2 shows disabled features and unset values', async () => {
      const differentStatus = {
        autoRecovery: false,
        running: false,
        manualOverride: false,
        intervalMinutes: 1,
        maxRetries: 7,
        lastCheck: null,
      };
      await openAdmin('Recovery', defaults([], differentStatus));
      await waitFor(() => expect(fact('Auto Recovery')).toBe('Auto RecoveryDisabled'));
      expect(fact('Interval')).toBe('Interval1 minute');
      expect(fact('Max retries')).toBe('Max retries7');
      expect(fact('Service')).toBe('ServiceStopped');
      expect(fact('Manual override')).toBe('Manual overrideNot allowed');
      expect(fact('Last check')).toBe('Last checkNot yet');
    });
  });

  describe('recovery form', () => {
    const form = () => within(screen.getByRole('region', { name: 'Manual Recovery' }));

    it('§2 offers its types', async () => {
      await open();
      const options = within(form().getByLabelText('Recovery type')).getAllByRole('option');
      expect(options.map((option) => (option as HTMLOptionElement).value)).toEqual([
        '',
        'unblock',
        'reset-attempts',
        'clear-alerts',
        'full-recovery',
      ]);
    });

    it('§7, §8 triggers a recovery and resets itself', async () => {
      const sent: unknown[] = [];
      const user = await open(
        [done],
        http.post(`${RECOVERY}/trigger`, async ({ request }) => {
          sent.push(await request.json());
          return ok(working);
        }),
      );
      await user.type(form().getByLabelText('IP address'), ' 203.0.113.7 ');
      await user.selectOptions(form().getByLabelText('Recovery type'), 'reset-attempts');
      await user.type(form().getByLabelText('Reason (optional)'), 'Known customer');
      await user.click(form().getByRole('button', { name: 'Trigger Recovery' }));
      expect(await findToast('Recovery triggered')).toHaveTextContent(
        'Reset attempts for 203.0.113.7',
      );
      expect(sent).toEqual([
        { ip: '203.0.113.7', recoveryType: 'reset-attempts', reason: 'Known customer' },
      ]);
      expect(form().getByLabelText('IP address')).toHaveValue('');
      expect(form().getByLabelText('Recovery type')).toHaveValue('');
    });

    it('§5 requires an IP', async () => {
      const user = await open();
      await user.selectOptions(form().getByLabelText('Recovery type'), 'unblock');
      await user.click(form().getByRole('button', { name: 'Trigger Recovery' }));
      expect(await findToast('Invalid input')).toHaveTextContent('IP Address required');
      expect(form().getByText('IP Address required')).toBeVisible();
      expect(form().getByLabelText('IP address')).toHaveFocus();
    });

    it('§5 requires a recovery type', async () => {
      const user = await open();
      await user.type(form().getByLabelText('IP address'), '203.0.113.7');
      await user.click(form().getByRole('button', { name: 'Trigger Recovery' }));
      expect(await findToast('Invalid input')).toHaveTextContent('Recovery type is required');
      expect(form().getByLabelText('Recovery type')).toBeInvalid();
    });

    it('§2 is cleared by Reset Form', async () => {
      const user = await open();
      await user.type(form().getByLabelText('IP address'), '203.0.113.7');
      await user.selectOptions(form().getByLabelText('Recovery type'), 'unblock');
      await user.type(form().getByLabelText('Reason (optional)'), 'why');
      await user.click(form().getByRole('button', { name: 'Reset Form' }));
      expect(form().getByLabelText('IP address')).toHaveValue('');
      expect(form().getByLabelText('Recovery type')).toHaveValue('');
      expect(form().getByLabelText('Reason (optional)')).toHaveValue('');
    });

    it('§8 shows a failure and keeps its input', async () => {
      const user = await open(
        [done],
        http.post(`${RECOVERY}/trigger`, () => refuse(503)),
      );
      await user.type(form().getByLabelText('IP address'), '203.0.113.7');
      await user.selectOptions(form().getByLabelText('Recovery type'), 'unblock');
      await user.click(form().getByRole('button', { name: 'Trigger Recovery' }));
      expect(await findToast('Failed to trigger recovery')).toHaveTextContent('Please try again.');
      expect(form().getByLabelText('IP address')).toHaveValue('203.0.113.7');
    });
  });

  describe('recovery history', () => {
    it('§2 shows its columns', async () => {
      await open();
      const heads = (await table()).getAllByRole('columnheader');
      expect(heads.map(({ textContent }) => textContent)).toEqual([
        'IP',
        'Recovery type',
        'Triggered by',
        'Started at',
        'Duration',
        'Status',
        'Actions',
      ]);
    });

    it('§2, §3 shows the actual status and the initiator of each recovery', async () => {
      const me = makeUser({ admin: 1 });
      const history = [
        done,
        { ...broken, triggeredBy: me.id },
        { ...working, triggeredBy: 'somebody-else' },
        makeRecovery({ ip: '192.0.2.4', recoveryType: 'expired-block' }),
      ];
      await open(
        history,
        http.get('/api/user/profile', () => ok({ user: me })),
      );
      const cells = async (ip: string) =>
        (await row(ip))
          .getAllByRole('cell')
          .slice(0, 6)
          .map(({ textContent }) => textContent);
      const at = '21 Nov 2026, 14:02 WIB';
      expect(await cells('192.0.2.1')).toEqual([
        '192.0.2.1',
        'Unblock',
        'Automatic',
        at,
        '1.2 s',
        'Success',
      ]);
      expect(await cells('192.0.2.2')).toEqual([
        '192.0.2.2',
        'Full recovery',
        'You',
        at,
        '1.2 s',
        'Failed',
      ]);
      expect(await cells('192.0.2.3')).toEqual([
        '192.0.2.3',
        'Reset attempts',
        'Administrator',
        at,
        '–',
        'In progress',
      ]);
      expect((await cells('192.0.2.4'))[1]).toBe('Expired block');
    });

    it('§2 renders as a list of cards on narrow screens', async () => {
      await open([broken]);
      await table();
      const card = within((await screen.findAllByRole('listitem')).at(-1)!);
      expect(card.getByText('Failed')).toBeInTheDocument();
      expect(card.getByRole('button', { name: 'Retry the recovery for 192.0.2.2' })).toBeEnabled();
    });

    it('§2, §7 filters by status; §9 pages by 15', async () => {
      const requests: string[] = [];
      const user = await open(
        [],
        http.get(RECOVERY, ({ request }) => {
          const { search, searchParams } = new URL(request.url);
          requests.push(search);
          return overviewPage(makeRecoveryOverview([done]), 31, Number(searchParams.get('page')));
        }),
      );
      await table();
      expect(requests).toEqual(['?page=1&pageSize=15']);
      await user.click(screen.getByRole('button', { name: 'Page 3' }));
      await waitFor(() => expect(requests.at(-1)).toBe('?page=3&pageSize=15'));
      const filter = screen.getByLabelText('Filter by status');
      const options = within(filter).getAllByRole('option');
      expect(options.map((option) => (option as HTMLOptionElement).value)).toEqual([
        'all',
        'success',
        'failed',
        'in_progress',
      ]);
      await user.selectOptions(filter, 'failed');
      await waitFor(() => expect(requests.at(-1)).toBe('?page=1&pageSize=15&status=failed'));
    });

    it('shows the empty state and the state without matches', async () => {
      const user = await open([]);
      expect(await screen.findByText('No recoveries yet')).toBeVisible();
      await user.selectOptions(screen.getByLabelText('Filter by status'), 'failed');
      expect(await screen.findByText('No recoveries found')).toBeVisible();
    });

    it('§8 shows a failed load and retries', async () => {
      const user = await open(
        [],
        http.get(RECOVERY, () => refuse(503)),
      );
      expect(await findToast('Failed to load recovery history')).toHaveTextContent(
        'Please try again.',
      );
      server.use(...defaults([done]));
      await user.click(await screen.findByRole('button', { name: 'Try Again' }));
      expect((await table()).getByText('192.0.2.1')).toBeVisible();
    });

    it('§2 shows current details from the server', async () => {
      const user = await open(
        [broken],
        http.get(`${RECOVERY}/r-broken`, () => ok({ ...broken, reason: 'Known customer' })),
      );
      await user.click(
        (await row('192.0.2.2')).getByRole('button', { name: 'View details of 192.0.2.2' }),
      );
      const dialog = within(await screen.findByRole('dialog', { name: 'Recovery details' }));
      expect(dialog.getByText('The messaging was away.')).toBeVisible();
      expect(dialog.getByText('3')).toBeVisible();
      expect(await dialog.findByText('Known customer')).toBeVisible();
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(
        (await row('192.0.2.2')).getByRole('button', { name: 'View details of 192.0.2.2' }),
      ).toHaveFocus();
    });

    it('§8 falls back to the list’s data when the details fail to load', async () => {
      const user = await open(
        [broken],
        http.get(`${RECOVERY}/r-broken`, () => refuse(503)),
      );
      await user.click((await row('192.0.2.2')).getByRole('button', { name: /^View details/ }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Recovery details' }));
      expect(await findToast('Failed to load recovery history')).toBeVisible();
      expect(dialog.getByText('The messaging was away.')).toBeVisible();
    });

    it('§2, §4 cancels only a recovery in progress and retries only a failed one', async () => {
      await open();
      const buttons = async (ip: string) =>
        (await row(ip)).getAllByRole('button').map((button) => button.getAttribute('aria-label'));
      expect(await buttons('192.0.2.1')).toEqual(['View details of 192.0.2.1']);
      expect(await buttons('192.0.2.2')).toEqual([
        'View details of 192.0.2.2',
        'Retry the recovery for 192.0.2.2',
      ]);
      expect(await buttons('192.0.2.3')).toEqual([
        'View details of 192.0.2.3',
        'Cancel the recovery for 192.0.2.3',
      ]);
    });

    it('§4, §8 cancels a recovery and keeps the focus in the row', async () => {
      const sent: unknown[] = [];
      const user = await open(
        [working],
        http.post(`${RECOVERY}/cancel`, async ({ request }) => {
          sent.push(await request.json());
          server.use(...defaults([{ ...working, status: 'failed', error: 'Cancelled.' }]));
          return ok(null);
        }),
      );
      await user.click((await row('192.0.2.3')).getByRole('button', { name: /^Cancel/ }));
      expect(await findToast('Recovery Cancelled')).toBeVisible();
      expect(sent).toEqual([{ id: 'r-working' }]);
      const after = await row('192.0.2.3');
      await waitFor(() => expect(after.getByText('Failed')).toBeVisible());
      expect(
        within((await table()).getByText('192.0.2.3').closest('tr')!).getAllByRole('button'),
      ).toContain(document.activeElement);
    });

    it('§8 shows Cancel Failed with the server’s error', async () => {
      const user = await open(
        [working],
        http.post(`${RECOVERY}/cancel`, () => refuse(409, { message: 'It has ended already.' })),
      );
      await user.click((await row('192.0.2.3')).getByRole('button', { name: /^Cancel/ }));
      expect(await findToast('Cancel Failed')).toHaveTextContent('It has ended already.');
    });

    it('§4, §8 retries a recovery', async () => {
      let retried = '';
      const user = await open(
        [broken],
        http.post(`${RECOVERY}/:id/retry`, ({ params }) => {
          retried = String(params.id);
          return ok({ ...broken, status: 'in_progress' });
        }),
      );
      await user.click((await row('192.0.2.2')).getByRole('button', { name: /^Retry/ }));
      expect(await findToast('Recovery triggered')).toHaveTextContent(
        'Full recovery for 192.0.2.2',
      );
      expect(retried).toBe('r-broken');
    });

    it('§8 shows a failed retry', async () => {
      const user = await open(
        [broken],
        http.post(`${RECOVERY}/:id/retry`, () => refuse(500)),
      );
      await user.click((await row('192.0.2.2')).getByRole('button', { name: /^Retry/ }));
      expect(await findToast('Failed to trigger recovery')).toHaveTextContent('Please try again.');
    });
  });

  describe('recovery polling', () => {
    const openWithCounter = async (history: Overview['history']) => {
      jest.useFakeTimers({ now: NOW });
      let requests = 0;
      const user = await openAdmin(
        'Recovery',
        [
          http.get(RECOVERY, () => {
            requests += 1;
            return overviewPage(makeRecoveryOverview(history));
          }),
          ...defaults(history),
        ],
        userEvent.setup({ advanceTimers: jest.advanceTimersByTime }),
      );
      await table();
      return { user, requests: () => requests };
    };

    it('polls every 5 s while a recovery is in progress, and stops in other sections', async () => {
      const { user, requests } = await openWithCounter([working]);
      const before = requests();
      await advanceTime(5_000);
      await waitFor(() => expect(requests()).toBe(before + 1));
      await goToAdmin(user, 'Products');
      const left = requests();
      await advanceTime(60_000);
      expect(requests()).toBe(left);
    });

    it('polls every 30 s otherwise', async () => {
      const { requests } = await openWithCounter([done]);
      const before = requests();
      await advanceTime(20_000);
      expect(requests()).toBe(before);
      await advanceTime(10_000);
      await waitFor(() => expect(requests()).toBe(before + 1));
    });

    it('pauses in a hidden tab', async () => {
      const { requests } = await openWithCounter([working]);
      const state = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      const before = requests();
      await advanceTime(120_000);
      expect(requests()).toBe(before);
      state.mockRestore();
    });
  });
});
