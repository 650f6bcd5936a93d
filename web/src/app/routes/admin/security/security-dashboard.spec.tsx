import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { goToAdmin, openAdmin } from '@/testing/admin.js';
import { never, ok, refuse } from '@/testing/responses.js';
import { advanceTime } from '@/testing/dashboard.js';
import {
  makeAlert,
  makeSecurityDashboard,
  makeSecurityStats,
} from '@/testing/factories/security-factories.js';
import { address, findToast, openSite } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const DASHBOARD = '/api/security/dashboard';
const NOW = Date.parse('2026-11-21T07:10:00.000Z');
const secondsAgo = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString();

const open = (overrides: Parameters<typeof makeSecurityDashboard>[0] = {}) =>
  openAdmin('Security Dashboard', [
    http.get(DASHBOARD, () => ok(makeSecurityDashboard(overrides))),
  ]);

const openAtNow = (...handlers: Parameters<typeof server.use>) => {
  jest.useFakeTimers({ now: NOW });
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  return openAdmin('Security Dashboard', handlers, user);
};

const pane = (term: string) => screen.getByText(term, { selector: 'dt' }).closest('div')!;
const recent = async () =>
  within(await screen.findByRole('region', { name: 'Recent Security Events' }));

describe('/admin security-dashboard section', () => {
  it('§2, §3 shows the cards Active Alerts, Blocked IPs, Recovery Actions', async () => {
    await open();
    await waitFor(() => expect(pane('Active Alerts')).toHaveTextContent('1,236'));
    expect(pane('Blocked IPs')).toHaveTextContent('14');
    expect(pane('Recovery Actions')).toHaveTextContent('41');
  });

  it.each([
    [0, 'Healthy'],
    [1, 'Alert'],
  ])('§2 with %i alerts in total the System Status is %s', async (totalAlerts, status) => {
    await open({ security: { ...makeSecurityStats().security, totalAlerts } });
    await waitFor(() => expect(pane('System Status')).toHaveTextContent(`System Status${status}`));
  });

  it('shows dashes and placeholders instead of zeros while loading', async () => {
    await openAdmin('Security Dashboard', [http.get(DASHBOARD, () => never())]);
    expect(pane('Active Alerts')).toHaveTextContent('–');
    expect(pane('System Status')).toHaveTextContent('–');
    expect((await recent()).getByRole('status', { name: 'Loading...' })).toBeInTheDocument();
  });

  it.each([
    ['View Alerts', 'Security Alerts'],
    ['Manage Blocked IPs', 'Blocked IPs'],
    ['Open Recovery', 'Recovery'],
  ])('§2 quick action %s opens %s', async (button, section) => {
    const user = await open();
    server.use(
      ...['alerts', 'alerts/stats', 'blocked-ips', 'recovery'].map((path) =>
        http.get(`/api/security/${path}`, () => never()),
      ),
    );
    await user.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByRole('heading', { level: 1, name: section })).toBeVisible();
    expect(address()).toBe('/admin');
  });

  it('§2, §9 shows type, message, IP and severity of the first 3 events', async () => {
    const types = ['brute_force', 'rate_limit', 'suspicious', 'suspicious'] as const;
    const severities = ['high', 'medium', 'low', 'low'] as const;
    await open({
      recentEvents: types.map((type, i) =>
        makeAlert({ type, severity: severities[i], message: `Event ${i}`, ip: `192.0.2.${i}` }),
      ),
    });
    const list = await recent();
    await list.findByText('Event 0');
    const items = list.getAllByRole('listitem');
    expect(items).toHaveLength(3);
    const icons = ['lucide-key-round', 'lucide-gauge', 'lucide-scan-eye'];
    items.forEach((item, i) => {
      expect(item).toHaveTextContent(`Event ${i}`);
      expect(item).toHaveTextContent(`192.0.2.${i}`);
      expect(item).toHaveTextContent(['High', 'Medium', 'Low'][i]!);
      expect(item.querySelector(`svg.${icons[i]}`)).toBeInTheDocument();
    });
  });

  it('§2 shows the type in words for an event without a message', async () => {
    await open({ recentEvents: [makeAlert({ type: 'rate_limit', message: '' })] });
    expect(await (await recent()).findByText('Rate limit')).toBeVisible();
  });

  it('shows the empty state', async () => {
    await open({ recentEvents: [] });
    expect(await (await recent()).findByText('No recent security events')).toBeVisible();
  });

  it.each([
    [59, 'Just now'],
    [60, '1 minute ago'],
    [60 * 60 - 1, '59 minutes ago'],
    [60 * 60, '1 hour ago'],
    [24 * 60 * 60 - 1, '23 hours ago'],
    [24 * 60 * 60, '1 day ago'],
    [6 * 24 * 60 * 60, '6 days ago'],
  ])('§2 shows the time of an event %i s old as %s', async (seconds, text) => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(NOW);
    await open({ recentEvents: [makeAlert({ timestamp: secondsAgo(seconds) })] });
    const event = await (await recent()).findByRole('listitem');
    expect(event).toHaveTextContent(`203.0.113.199 · ${text}High`);
    clock.mockRestore();
  });

  it('§2 updates the age of events over time', async () => {
    const recentEvents = [makeAlert({ timestamp: secondsAgo(0) })];
    await openAtNow(http.get(DASHBOARD, () => ok(makeSecurityDashboard({ recentEvents }))));
    const event = await (await recent()).findByRole('listitem');
    expect(event).toHaveTextContent('Just now');
    await advanceTime(90_000);
    await waitFor(() => expect(event).toHaveTextContent('1 minute ago'));
  });

  it('§8 shows a failed load with the server’s message and retries', async () => {
    const user = await openAdmin('Security Dashboard', [
      http.get(DASHBOARD, () => refuse(503, { message: 'Security is away.' })),
    ]);
    expect(await findToast('Failed to load security dashboard')).toHaveTextContent(
      'Security is away.',
    );
    server.use(http.get(DASHBOARD, () => ok(makeSecurityDashboard())));
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(pane('Blocked IPs')).toHaveTextContent('14'));
  });

  it('§8 shows Please try again. when the server sends no message', async () => {
    await openAdmin('Security Dashboard', [http.get(DASHBOARD, () => refuse(500))]);
    expect(await findToast('Failed to load security dashboard')).toHaveTextContent(
      'Please try again.',
    );
  });

  it('polls every 30 s, but never in a hidden tab', async () => {
    let requests = 0;
    const user = await openAtNow(
      http.get(DASHBOARD, () => {
        requests += 1;
        return ok(makeSecurityDashboard());
      }),
    );
    await (await recent()).findByRole('listitem');
    expect(requests).toBe(1);
    await advanceTime(30_000);
    await waitFor(() => expect(requests).toBe(2));

    const state = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await advanceTime(120_000);
    expect(requests).toBe(2);
    state.mockRestore();

    await goToAdmin(user, 'Products');
    const left = requests;
    await advanceTime(120_000);
    expect(requests).toBe(left);
  });

  it('§6 is neither shown to nor fetched for a customer', async () => {
    let requests = 0;
    server.use(
      http.get(DASHBOARD, () => {
        requests += 1;
        return refuse(403);
      }),
    );
    await openSite('/admin', { token: 't' });
    await screen.findByText('Welcome, Rahmat');
    expect(address()).toBe('/dashboard');
    expect(screen.queryByText('Security Monitoring')).not.toBeInTheDocument();
    expect(requests).toBe(0);
  });

  it('shows alerts of the last 30 days by type, including days without alerts', async () => {
    const day = (at: string, brute_force: number, rate_limit = 0) => ({
      at,
      brute_force,
      rate_limit,
      suspicious: 0,
    });
    await openAtNow(
      http.get(DASHBOARD, () =>
        ok(
          makeSecurityDashboard({
            timeline: [
              day('2026-11-15T00:00:00.000Z', 1_200, 3),
              day('2026-11-21T00:00:00.000Z', 36),
            ],
          }),
        ),
      ),
    );
    const name = 'Brute force: 1,236 alerts in 30 days, at most 1,200 on one day';
    const chart = await screen.findByRole('img', { name });
    const titles = [...chart.querySelectorAll('title')].map(({ textContent }) => textContent);
    expect(titles).toHaveLength(31);
    expect(titles.at(-1)).toBe('21 Nov 2026: 36');
    expect(titles.at(-7)).toBe('15 Nov 2026: 1,200');
    expect(titles.at(-2)).toBe('20 Nov 2026: 0');
    expect(
      screen.getByRole('img', { name: 'Suspicious: 0 alerts in 30 days, at most 0 on one day' }),
    ).toBeInTheDocument();
  });

  it('shows the empty state for 30 days without alerts', async () => {
    await open({ timeline: [] });
    expect(await screen.findByText('No alerts in the last 30 days.')).toBeVisible();
  });
});
