import type { InstallPhase } from '@casement/proto/http/install/install.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { goToAdmin, openAdmin } from '@/testing/admin.js';
import { ok, refuse } from '@/testing/responses.js';
import { advanceTime, table } from '@/testing/dashboard.js';
import { makeHour, makeMonitoring } from '@/testing/factories/admin-factories.js';
import { makeInstall, makeProgress, makeWriting } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';
import { TestStream } from '@/testing/stream.js';

const REALTIME = '/api/admin/install-monitoring/realtime';
const statuses = ['pending', 'preparing', 'completed', 'failed', 'manual_review'] as const;
const installs = [
  makeWriting({ ip: '192.0.2.9' }),
  ...statuses.map((status, i) =>
    makeInstall({ status, ip: `192.0.2.${i}`, progress: makeProgress() }),
  ),
];

describe('/admin monitoring section', () => {
  it('§3 shows total, active, completed, failed and the breakdown', async () => {
    await openAdmin('Realtime Monitoring', [
      http.get(REALTIME, () => ok(makeMonitoring(installs))),
    ]);
    const pane = (term: string) =>
      screen.getByText(term, { selector: 'dt' }).closest('div')!.textContent;
    await screen.findByText('Status breakdown');
    expect(pane('Total')).toContain('1,236');
    expect(pane('Active')).toContain('9');
    expect(pane('Completed')).toContain('1,184');
    expect(pane('Completed')).toContain('96 % of finished installs');
    expect(pane('Failed')).toContain('41');
    const breakdown = within(screen.getByRole('region', { name: 'Status breakdown' }));
    expect(breakdown.getAllByRole('listitem')).toHaveLength(6);
    expect(screen.getByRole('region', { name: 'Recent activity' })).toHaveTextContent('192.0.2.9');
  });

  it('shows no success rate before an install has finished', async () => {
    await openAdmin('Realtime Monitoring', [
      http.get(REALTIME, () => ok(makeMonitoring(installs, { completed: 0, failed: 0 }))),
    ]);
    expect(await screen.findByText('– of finished installs')).toBeVisible();
  });

  it('§4 shows 100, 65, 10 or 0 percent, and the live percentage', async () => {
    await openAdmin('Realtime Monitoring', [
      http.get(REALTIME, () => ok(makeMonitoring(installs))),
    ]);
    const rows = await table();
    const row = (ip: string) => within(rows.getByText(ip).closest('tr')!);
    expect(row('192.0.2.9').getByText('65 %')).toBeVisible();
    expect(row('192.0.2.9').getByText('63 % written')).toBeVisible();
    expect(row('192.0.2.0').getByText('10 %')).toBeVisible();
    expect(row('192.0.2.1').getByText('0 %')).toBeVisible();
    expect(row('192.0.2.2').getByText('100 %')).toBeVisible();
    expect(row('192.0.2.3').getByText('100 %')).toBeVisible();
    expect(row('192.0.2.4').getByText('0 %')).toBeVisible();
  });

  it('§4 filters active installs as pending, preparing or running', async () => {
    const user = await openAdmin('Realtime Monitoring', [
      http.get(REALTIME, () => ok(makeMonitoring(installs))),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Active' }));
    const addresses = async () =>
      (await table())
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell')[0]!.textContent);
    expect(await addresses()).toEqual(['192.0.2.9', '192.0.2.0', '192.0.2.1']);
    expect(screen.getByRole('button', { name: 'Active' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'Failed' }));
    expect(await addresses()).toEqual(['192.0.2.3']);
  });

  it('§8 shows a failed load', async () => {
    await openAdmin('Realtime Monitoring', [http.get(REALTIME, () => refuse(503))]);
    expect(await findToast('Failed to load monitoring data')).toHaveTextContent(
      'Please try again.',
    );
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeVisible();
  });

  it('§4 shows a failed install as 100 in the failure color, with its last phase', async () => {
    const failed = (ip: string, phase: InstallPhase | null, percent: number | null) =>
      makeInstall({ status: 'failed', ip, progress: makeProgress({ phase, percent }) });
    await openAdmin('Realtime Monitoring', [
      http.get(REALTIME, () =>
        ok(
          makeMonitoring([
            failed('192.0.2.1', 'writing', 43.7),
            failed('192.0.2.2', 'checking', null),
            failed('192.0.2.3', null, null),
          ]),
        ),
      ),
    ]);
    const rows = await table();
    const row = (ip: string) => within(rows.getByText(ip).closest('tr')!);
    expect(row('192.0.2.1').getByText('100 %')).toHaveClass('text-danger');
    expect(row('192.0.2.1').getByText('stopped at 43 %')).toHaveClass('text-danger');
    expect(row('192.0.2.2').getByText('stopped at Checking')).toBeVisible();
    expect(row('192.0.2.3').queryByText(/stopped/)).not.toBeInTheDocument();
    const breakdown = screen.getByRole('region', { name: 'Status breakdown' });
    const bar = (status: string) =>
      breakdown.querySelector<HTMLElement>(`[data-status="${status}"] [style]`)!.style.background;
    expect(bar('failed')).toBe('var(--chart-3)');
    expect(bar('completed')).toBe('var(--chart-1)');
  });

  describe('installs by hour', () => {
    const HOURS = '/api/admin/install-monitoring/hours';
    const open = (answer: () => Response) =>
      openAdmin('Realtime Monitoring', [
        http.get(REALTIME, () => ok(makeMonitoring(installs))),
        http.get(HOURS, answer),
      ]);
    const stopped = [
      { phase: 'writing' as const, percent: 43.7 },
      { phase: 'checking' as const, percent: null },
    ];
    const hours = [
      makeHour(4, { started: 20, completed: 19 }),
      ...[5, 6, 7, 8, 9, 10, 11, 12].map((hour) => makeHour(hour)),
      makeHour(13, { started: 5, completed: 3, failed: 2, stopped }),
      makeHour(14, { started: 1, completed: 1 }),
    ];

    it('shows installs by end hour and how far failed installs had progressed', async () => {
      await open(() => ok(hours));
      const chart = within(
        await screen.findByRole('img', {
          name: '23 completed and 2 failed installs in the last 24 hours',
        }),
      );
      expect(chart.getByText('19 completed')).toBeVisible();
      expect(chart.getByText('2 failed')).toHaveClass('text-danger');
      const bar = chart.getByTitle('20:00: 3 completed, 2 failed (stopped at 43 %, Checking)');
      expect(
        [...bar.querySelectorAll('[data-part]')].map((part) => part.getAttribute('data-part')),
      ).toEqual(['failed', 'completed']);
      // The current hour is incomplete.
      const last = chart.getByTitle('21:00: 1 completed').querySelector('[data-part]');
      expect(last).toHaveStyle({ opacity: 0.5 });
    });

    it('shows the same data as a table and as panes', async () => {
      await open(() => ok(hours));
      await userEvent.click(await screen.findByText('Show as table'));
      const rows = within(
        within(screen.getByRole('group', { name: 'Installs per hour' })).getByRole('table'),
      );
      const cells = within(rows.getByRole('cell', { name: '20:00' }).closest('tr')!);
      expect(cells.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
        '20:00',
        '5',
        '3',
        '2',
        '43 %, Checking',
      ]);
      const pane = (term: string) => screen.getByText(term, { selector: 'dt' }).closest('div');
      expect(pane('Total')).toHaveTextContent('26 in the last 24 hours');
      expect(pane('Failed')).toHaveTextContent('2 in the last 24 hours');
      expect(pane('Active')).toHaveTextContent('4 running, 2 preparing, 3 pending');
    });

    it('§8 shows a failed load in its own region only', async () => {
      await open(() => refuse(503));
      expect(await screen.findByText('Failed to load the chart')).toBeVisible();
      expect(screen.getByText('Status breakdown')).toBeVisible();
    });
  });

  describe('installs by day', () => {
    const day = (date: string, counts: Partial<Record<(typeof statuses)[number], number>>) => ({
      date,
      counts: {
        pending: 0,
        preparing: 0,
        running: 0,
        completed: 0,
        failed: 0,
        manual_review: 0,
        ...counts,
      },
    });
    const HISTORY = '/api/admin/install-monitoring/history';
    const open = (...handlers: Parameters<typeof server.use>) =>
      openAdmin('Realtime Monitoring', [
        http.get(REALTIME, () => ok(makeMonitoring(installs))),
        ...handlers,
      ]);

    it('shows a bar per day with a part per status', async () => {
      await open(
        http.get(HISTORY, () =>
          ok([
            day('2026-11-20', { completed: 3, failed: 1 }),
            day('2026-11-21', { completed: 1, pending: 1, preparing: 1 }),
          ]),
        ),
      );
      const chart = await screen.findByRole('img', {
        name: '7 installs started in the last 2 days, by current status',
      });
      const heights = [...chart.querySelectorAll('[data-layer]')].map((part) => [
        part.parentElement!.getAttribute('data-date'),
        part.getAttribute('data-layer'),
        Number(part.getAttribute('height')),
      ]);
      expect(heights).toEqual([
        ['2026-11-20', 'completed', 72],
        ['2026-11-20', 'failed', 24],
        ['2026-11-21', 'completed', 24],
        ['2026-11-21', 'active', 48],
      ]);
      expect(chart).toHaveTextContent('21 Nov 2026: Completed 1, In progress 2');
      expect(screen.getByText('up to 4 a day')).toBeVisible();
    });

    it('shows the empty state instead of a peak day', async () => {
      await open(http.get(HISTORY, () => ok([day('2026-11-20', {}), day('2026-11-21', {})])));
      expect(await screen.findByText('no installs yet')).toBeVisible();
      expect(screen.queryByText(/at most/)).not.toBeInTheDocument();
    });

    it('§8 shows a failed load in its own region only', async () => {
      await open(http.get(HISTORY, () => refuse(503)));
      expect(await screen.findByText('Failed to load the chart')).toBeVisible();
      expect(screen.getByText('Status breakdown')).toBeVisible();
    });
  });

  it('shows a streamed event before the next poll', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-21T07:10:00.000Z') });
    const stream = new TestStream();
    await openAdmin(
      'Realtime Monitoring',
      [
        http.get(REALTIME, () => ok(makeMonitoring(installs, { total: 1 }))),
        http.get('/api/admin/install-monitoring/events', () => stream.answer()),
      ],
      userEvent.setup({ advanceTimers: jest.advanceTimersByTime }),
    );
    await table();
    await stream.opened;
    stream.send({ event: 'monitoring', id: 's1', data: makeMonitoring(installs, { total: 77 }) });
    const total = screen.getByText('Total', { selector: 'dt' }).closest('div');
    await waitFor(() => expect(total).toHaveTextContent('77'));
  });

  describe('monitoring polling', () => {
    const open = async () => {
      jest.useFakeTimers({ now: new Date('2026-11-21T07:10:00.000Z') });
      let requests = 0;
      const user = await openAdmin(
        'Realtime Monitoring',
        [
          http.get(REALTIME, () => {
            requests += 1;
            return ok(makeMonitoring(installs, { total: requests }));
          }),
        ],
        userEvent.setup({ advanceTimers: jest.advanceTimersByTime }),
      );
      await table();
      return { user, requests: () => requests };
    };
    const hideTab = () => {
      const state = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      return () => state.mockRestore();
    };

    it('§7 polls every 5 s while the section is open', async () => {
      const { user, requests } = await open();
      expect(requests()).toBe(1);
      await advanceTime(5_000);
      await waitFor(() => expect(requests()).toBe(2));
      const total = screen.getByText('Total', { selector: 'dt' }).closest('div');
      await waitFor(() => expect(total).toHaveTextContent('2'));
      await goToAdmin(user, 'Products');
      await advanceTime(20_000);
      expect(requests()).toBe(2);
    });

    it('§7 pauses while the tab is hidden', async () => {
      const { requests } = await open();
      const showTab = hideTab();
      await advanceTime(20_000);
      expect(requests()).toBe(1);
      showTab();
    });

    it('§8 shows the age of the figures instead of an error after a failed poll', async () => {
      await open();
      server.use(http.get(REALTIME, () => refuse(503)));
      await advanceTime(20_000);
      expect(screen.queryByText('Failed to load monitoring data')).not.toBeInTheDocument();
      expect(screen.getByText(/^Live, updated (19|20|21) s ago$/)).toHaveClass('text-warning');
    });
  });
});
