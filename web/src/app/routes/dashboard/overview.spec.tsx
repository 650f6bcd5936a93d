import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { ok, page } from '@/testing/responses.js';
import { openDashboard, openDashboardAt, advanceTime, sidebar } from '@/testing/dashboard.js';
import {
  makeDashboard,
  makeInstall,
  makeProgress,
  makeUser,
  makeWriting,
} from '@/testing/factories/factories.js';
import { fillInCheck } from '@/testing/install.js';
import { address, findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const withInstalls = (...installs: ReturnType<typeof makeInstall>[]) =>
  server.use(http.get('/api/user/install-history', () => page(installs)));

describe('/dashboard overview section', () => {
  it('§2 shows the welcome and the three figures', async () => {
    await openDashboard();
    for (const [term, value] of [
      ['Total VPS', '12'],
      ['Active Install', '1'],
      ['Success Rate', '96 %'],
    ] as const) {
      const cell = screen.getByText(term).closest('div')!;
      expect(within(cell).getByText(value)).toBeVisible();
    }
  });

  it('§2 shows the badge and the banner while the email is unverified', async () => {
    server.use(http.get('/api/user/dashboard', () => ok(makeDashboard({ is_verified: false }))));
    await openDashboard();
    expect(screen.getByText('Email not verified', { selector: 'h1 *' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Verify now' })).toHaveAttribute(
      'href',
      '/verify-email',
    );
    expect(screen.queryByText('Admin')).not.toBeInTheDocument();
  });

  it('§2 asks for a missing email first, in a dialog that can be closed', async () => {
    server.use(
      http.get('/api/user/dashboard', () => ok(makeDashboard({ email: null, is_verified: false }))),
      http.post('/api/migration/add-email', () => ok({ user: makeUser({ is_verified: false }) })),
    );
    const user = await openDashboard();
    await user.click(screen.getByRole('button', { name: 'Verify now' }));
    await screen.findByRole('dialog', { name: 'Add Email Address' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Verify now' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Email Address' }));
    await dialog.findByText('7 + 12 = ?');
    await user.type(dialog.getByLabelText('Email'), 'rahmat@example.com');
    await user.type(dialog.getByPlaceholderText('Answer'), '19');
    await user.click(dialog.getByRole('button', { name: 'Add Email' }));
    expect(await screen.findByText(/code we sent to rahmat@example.com/)).toBeVisible();
    expect(address()).toBe('/verify-email');
  });

  it('§2 shows the Admin badge to admins and no reminder to verified users', async () => {
    server.use(http.get('/api/user/dashboard', () => ok(makeDashboard({ admin: 1 }))));
    await openDashboard();
    expect(screen.getByText('Admin')).toBeVisible();
    expect(screen.queryByText('Email not verified')).not.toBeInTheDocument();
  });

  it('§2 shows the two latest installs and links to all of them', async () => {
    withInstalls(
      makeInstall({ ip: '203.0.113.1' }),
      makeInstall({ ip: '203.0.113.2', status: 'failed' }),
      makeInstall({ ip: '203.0.113.3' }),
    );
    const user = await openDashboard();
    const recent = within(await screen.findByRole('region', { name: 'Recent activity' }));
    expect(recent.getAllByRole('listitem')).toHaveLength(2);
    expect(recent.getByText('203.0.113.1')).toBeVisible();
    expect(recent.queryByText('203.0.113.3')).not.toBeInTheDocument();
    await user.click(recent.getByRole('button', { name: 'Connect to 203.0.113.1' }));
    expect(await screen.findByRole('dialog', { name: /Connect to/ })).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'View All' }));
    expect(await screen.findByRole('heading', { name: 'Install History' })).toBeVisible();
  });

  it('§4 offers the same actions as the history: Connect, or Details and Report', async () => {
    withInstalls(
      makeInstall({ ip: '203.0.113.1', status: 'failed' }),
      makeInstall({ ip: '203.0.113.2', status: 'manual_review' }),
    );
    const user = await openDashboard();
    const recent = within(await screen.findByRole('region', { name: 'Recent activity' }));
    const links = await recent.findAllByRole('link', { name: /^Report the install on/ });
    expect(links).toHaveLength(2);
    await user.click(recent.getByRole('button', { name: 'Details of 203.0.113.2' }));
    expect(await screen.findByRole('dialog', { name: '203.0.113.2' })).toBeVisible();
  });

  it.each([
    [null, '–'],
    [0, '0 %'],
    [96, '96 %'],
  ])('§2 shows a Success Rate of %j as %s', async (successRate, text) => {
    server.use(http.get('/api/user/dashboard', () => ok(makeDashboard({}, { successRate }))));
    await openDashboard();
    const term = await screen.findByText('Success Rate');
    expect(term.nextElementSibling).toHaveTextContent(text);
  });

  describe('first steps, before the first install', () => {
    const open = async (user: { is_verified: boolean }, quota: number) => {
      server.use(
        http.get('/api/user/dashboard', () =>
          ok(makeDashboard(user, { quota, totalVPS: 0, activeConnections: 0, successRate: null })),
        ),
      );
      await openDashboard();
      return within(await screen.findByRole('region', { name: /first Windows/ }));
    };

    it.each([
      [{ is_verified: false }, 0, 'Verify your email', 'link', 'Enter the code'],
      [{ is_verified: true }, 0, 'Check your VPS', 'button', 'Check a VPS'],
      [{ is_verified: true }, 3, 'Install', 'button', 'Install'],
    ] as const)(
      'with %j and %i quota the next step is: %s',
      async (user, quota, step, role, action) => {
        const steps = await open(user, quota);
        const [next] = steps
          .getAllByRole('listitem')
          .filter((item) => item.getAttribute('aria-current') === 'step');
        expect(next).toHaveTextContent(step);
        expect(within(next!).getByRole(role, { name: action })).toBeVisible();
        const done = (user.is_verified ? 1 : 0) + (quota > 0 ? 1 : 0);
        expect(steps.queryAllByRole('img', { name: 'Done' })).toHaveLength(done);
      },
    );

    it('lead to the check first, then to the payment once a VPS has passed', async () => {
      const user = userEvent.setup({ delay: null });
      server.use(
        http.get('/api/user/dashboard', () =>
          ok(makeDashboard({}, { quota: 0, totalVPS: 0, successRate: null })),
        ),
      );
      await openDashboard(user);
      const steps = within(await screen.findByRole('region', { name: /first Windows/ }));
      const titles = steps.getAllByRole('listitem').map(({ textContent }) => textContent);
      expect(titles[1]).toContain('Check your VPS');
      expect(titles[2]).toContain('Top up');
      await user.click(steps.getByRole('button', { name: 'Check a VPS' }));
      await fillInCheck(user);
      await user.click(screen.getByRole('button', { name: 'Check my VPS' }));
      await screen.findByText('Ready, about 11 minutes.');
      await user.click(sidebar().getByRole('button', { name: 'Dashboard' }));
      await screen.findByText(/^Welcome, /);
      const later = within(screen.getByRole('region', { name: /first Windows/ }));
      await user.click(later.getByRole('button', { name: 'Top up now' }));
      expect(await screen.findByRole('dialog', { name: 'Topup Quota' })).toBeVisible();
    });

    it('stay after a failed install and during the next one', async () => {
      server.use(
        http.get('/api/user/dashboard', () =>
          ok(makeDashboard({}, { quota: 0, totalVPS: 2, activeConnections: 1, successRate: null })),
        ),
      );
      withInstalls(makeWriting(), makeInstall({ status: 'failed' }));
      await openDashboard();
      await screen.findByRole('region', { name: '203.0.113.24' });
      const steps = within(screen.getByRole('region', { name: /first Windows/ }));
      const [next] = steps
        .getAllByRole('listitem')
        .filter((item) => item.getAttribute('aria-current') === 'step');
      expect(next).toHaveTextContent('Follow the progress live');
      expect(steps.queryByRole('button')).not.toBeInTheDocument();
    });

    it('disappear once Windows is installed', async () => {
      await openDashboard();
      expect(screen.queryByRole('region', { name: /first Windows/ })).not.toBeInTheDocument();
    });
  });

  it('§2 shows the quick actions', async () => {
    const user = await openDashboard();
    await user.click(screen.getByRole('button', { name: 'Topup Quota' }));
    expect(await screen.findByRole('dialog', { name: 'Topup Quota' })).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(
      within(screen.getByRole('main')).getAllByRole('button', { name: 'Install Windows' })[0]!,
    );
    expect(await screen.findByLabelText('VPS IP address')).toBeVisible();
  });

  describe('running install', () => {
    it('shows phase, percent, rate, amount and time left with the eight phase panes', async () => {
      withInstalls(makeWriting());
      await openDashboard();
      const running = within(await screen.findByRole('region', { name: '203.0.113.24' }));
      expect(running.getByText('Phase 5 of 8')).toBeVisible();
      expect(running.getByText('Writing Windows')).toBeVisible();
      for (const figure of ['46.2 MB/s', '12.6 of 20.0 GiB', '2 min 52 s']) {
        expect(running.getByText(figure)).toBeVisible();
      }
      const [bar] = running.getAllByRole('progressbar', { name: 'Install on 203.0.113.24' });
      expect(bar).toHaveAttribute('aria-valuenow', '63.4');
      expect(bar).toHaveAttribute('aria-valuetext', 'Running, Writing, 63 %');
      const children = Array.from(bar!.children);
      expect(children.map((pane) => pane.getAttribute('data-state') ?? 'mullion')).toEqual([
        ...['on', 'on', 'on', 'on'],
        'mullion',
        ...['now', 'off', 'off', 'off'],
      ]);
    });

    it('shows no percentage if it is unknown', async () => {
      withInstalls(
        makeInstall({ status: 'preparing', progress: makeProgress({ phase: 'checking' }) }),
      );
      await openDashboard();
      const running = within(await screen.findByRole('region', { name: '203.0.113.24' }));
      expect(running.getByText('Checking your VPS')).toBeVisible();
      expect(running.getAllByRole('progressbar')[0]).not.toHaveAttribute('aria-valuenow');
      expect(running.getByText(/Nothing has been erased yet/)).toBeVisible();
    });

    it('disappears when no install runs', async () => {
      withInstalls(makeInstall());
      await openDashboard();
      await screen.findByRole('region', { name: 'Recent activity' });
      expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    });
  });

  describe('overview polling', () => {
    const NOW = new Date('2026-11-21T07:10:00.000Z');

    it.each([
      ['completed' as const, 'Installation completed', 'Windows is ready on 203.0.113.24'],
      ['failed' as const, 'Installation failed', 'The root password was not accepted.'],
    ])('§4 polls every 5 s and announces an install as %s', async (status, title, text) => {
      let answer = makeWriting();
      const requests = { installs: 0, dashboard: 0 };
      server.use(
        http.get('/api/user/install-history', () => {
          requests.installs += 1;
          return page([answer]);
        }),
        http.get('/api/user/dashboard', () => {
          requests.dashboard += 1;
          return ok(makeDashboard());
        }),
      );
      await openDashboardAt(NOW);
      await screen.findByRole('region', { name: '203.0.113.24' });
      const before = { ...requests };
      await advanceTime(5_100);
      expect(requests.installs).toBe(before.installs + 1);
      expect(requests.dashboard).toBe(before.dashboard);

      answer = makeInstall({
        id: answer.id,
        status,
        failure:
          status === 'failed'
            ? { code: 'X', message: 'The root password was not accepted.', cure: 'Check it.' }
            : null,
      });
      await advanceTime(5_100);
      expect(await findToast(title)).toHaveTextContent(text);
      expect(requests.dashboard).toBe(before.dashboard + 1);

      const settled = requests.installs;
      await advanceTime(15_000);
      expect(requests.installs).toBe(settled);
    });

    it('shows the quota returned by billing shortly after a failed install', async () => {
      let answer = makeWriting();
      let quota = 0;
      server.use(
        http.get('/api/user/install-history', () => page([answer])),
        http.get('/api/user/dashboard', () => ok(makeDashboard({}, { quota }))),
      );
      await openDashboardAt(NOW);
      await screen.findByRole('region', { name: '203.0.113.24' });
      answer = makeInstall({ id: answer.id, status: 'failed' });
      await advanceTime(5_100);
      const shown = screen.getAllByText('Current quota')[0]!.parentElement;
      expect(shown).toHaveTextContent('0');
      quota = 1;
      await advanceTime(5_100);
      expect(shown).toHaveTextContent('1');
    });

    it('§9 pauses polling while the tab is hidden', async () => {
      let requests = 0;
      server.use(
        http.get('/api/user/install-history', () => {
          requests += 1;
          return page([makeWriting()]);
        }),
      );
      await openDashboardAt(NOW);
      await screen.findByRole('region', { name: '203.0.113.24' });
      const before = requests;
      const tab = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      act(() => void window.dispatchEvent(new Event('visibilitychange')));
      await advanceTime(20_000);
      expect(requests).toBe(before);
      tab.mockRestore();
      act(() => void window.dispatchEvent(new Event('visibilitychange')));
      await advanceTime(5_100);
      expect(requests).toBeGreaterThan(before);
    });

    it('§8 keeps the old data without an error after a failed poll', async () => {
      withInstalls(makeWriting());
      await openDashboardAt(NOW);
      await screen.findByRole('region', { name: '203.0.113.24' });
      server.use(http.get('/api/user/install-history', () => Response.error()));
      await advanceTime(11_000);
      expect(screen.getByRole('region', { name: '203.0.113.24' })).toBeVisible();
      expect(document.querySelector('.toast')).toBeNull();
    });
  });
});
