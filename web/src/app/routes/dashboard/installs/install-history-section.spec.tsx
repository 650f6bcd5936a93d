import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { ok, page, refuse } from '@/testing/responses.js';
import { goTo, openDashboard, openDashboardAt, advanceTime, table } from '@/testing/dashboard.js';
import {
  makeDashboard,
  makeInstall,
  makeProgress,
  makeRdp,
  makeWriting,
} from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { savedFiles } from '@/testing/saved-files.js';
import { server } from '@/testing/server.js';

const open = async (...installs: ReturnType<typeof makeInstall>[]) => {
  server.use(
    http.get('/api/user/install-history', ({ request }) => {
      const n = Number(new URL(request.url).searchParams.get('page'));
      return page(n === 1 ? installs : [makeInstall({ ip: '192.0.2.200' })], {
        page: n,
        total: installs.length > 14 ? 26 : installs.length,
      });
    }),
  );
  const user = await openDashboard();
  await goTo(user, 'Install History');
  return user;
};

const failed = makeInstall({
  ip: '192.0.2.77',
  status: 'failed',
  quota: 'returned',
  progress: makeProgress({ phase: 'connecting' }),
  failure: {
    code: 'SSH_AUTH_FAILED',
    message: 'The root password was not accepted.',
    cure: 'Check password and try again.',
  },
});

describe('/dashboard install-history section', () => {
  it('§4 labels every status', async () => {
    await open(
      makeWriting(),
      makeInstall({ status: 'preparing', progress: makeProgress({ phase: 'preparing' }) }),
      makeInstall({ status: 'pending' }),
      makeInstall({ status: 'manual_review' }),
      makeInstall(),
      failed,
    );
    const rows = await table();
    for (const word of ['Running', 'Pending', 'Manual review', 'Completed', 'Failed']) {
      expect(rows.getByText(word)).toBeVisible();
    }
    expect(rows.getAllByText('Preparing')[0]).toBeVisible();
    expect(rows.getByText('63 %')).toBeVisible();
    expect(rows.getByText('In the queue')).toBeVisible();
    expect(rows.getByText('10 min')).toBeVisible();
    expect(rows.getAllByText('21 Nov 2026, 14:02 WIB')[0]).toBeVisible();
  });

  it('§4 polls every 5 s during an install and reports its end', async () => {
    let answer = makeWriting();
    let requests = 0;
    server.use(
      http.get('/api/user/install-history', () => {
        requests += 1;
        return page([answer]);
      }),
    );
    const user = await openDashboardAt(new Date('2026-11-21T07:10:00.000Z'));
    await goTo(user, 'Install History');
    expect((await table()).getByText('Running')).toBeVisible();
    const before = requests;
    await advanceTime(5_100);
    expect(requests).toBe(before + 1);

    answer = makeInstall({ id: answer.id });
    await advanceTime(5_100);
    expect(await findToast('Installation completed')).toHaveTextContent('203.0.113.24');
    expect((await table()).getByText('Completed')).toBeVisible();
    const after = requests;
    await advanceTime(15_000);
    expect(requests).toBe(after);
  });

  it('§4 reports the end of an install that newer ones moved off the first page', async () => {
    const old = makeWriting({ ip: '192.0.2.9' });
    let underWay = [old];
    const requests = { page: 0, active: 0, dashboard: 0 };
    server.use(
      http.get('/api/user/install-history', ({ request }) => {
        const isActive = new URL(request.url).searchParams.get('status') === 'active';
        requests[isActive ? 'active' : 'page'] += 1;
        return isActive ? page(underWay) : page([makeInstall()], { total: 2 });
      }),
      http.get(`/api/user/install/${old.id}`, () =>
        ok({
          ...old,
          status: 'failed',
          failure: {
            code: 'SSH_AUTH_FAILED',
            message: 'The root password was not accepted.',
            cure: '',
          },
        }),
      ),
      http.get('/api/user/dashboard', () => {
        requests.dashboard += 1;
        return ok(makeDashboard());
      }),
    );
    const user = await openDashboardAt(new Date('2026-11-21T07:10:00.000Z'));
    await goTo(user, 'Install History');
    await table();
    await waitFor(() => expect(requests.active).toBeGreaterThan(0));
    const before = { ...requests };
    await advanceTime(5_100);
    expect(requests).toEqual({ ...before, active: before.active + 1 });

    underWay = [];
    await advanceTime(5_100);
    expect(await findToast('Installation failed')).toHaveTextContent(
      'The root password was not accepted.',
    );
    expect(requests.dashboard).toBe(before.dashboard + 1);
    const after = { ...requests };
    await advanceTime(15_000);
    expect(requests).toEqual({ ...after, dashboard: requests.dashboard });
  });

  it('§4 offers Connect for completed, and Report for failed and manual review', async () => {
    const review = makeInstall({ ip: '198.51.100.63', status: 'manual_review' });
    const done = makeInstall({ ip: '198.51.100.7' });
    await open(makeWriting(), done, failed, review);
    const rows = await table();
    expect(rows.getAllByRole('button', { name: /^Connect/ })).toHaveLength(1);
    const links = await rows.findAllByRole('link', { name: /^Report/ });
    expect(links).toHaveLength(2);
    const url = new URL(links[0]!.getAttribute('href')!);
    expect(url.href).toMatch(/^https:\/\/t\.me\/casement_support\?/);
    expect(url.searchParams.get('text')).toContain(failed.id);
    expect(url.searchParams.get('text')).toContain(failed.ip);
    expect(links[0]).toHaveAttribute('target', '_blank');
  });

  it('shows the failure, the remedy and the state of the quota hold', async () => {
    const user = await open(failed);
    const rows = await table();
    expect(rows.getByText('The root password was not accepted.')).toBeVisible();
    expect(rows.getByText('Quota returned')).toBeVisible();
    await user.click(rows.getByRole('button', { name: 'Details of 192.0.2.77' }));
    const dialog = within(await screen.findByRole('dialog', { name: '192.0.2.77' }));
    expect(dialog.getByText(/Check password and try again/)).toBeVisible();
    expect(dialog.getByText('returned')).toBeVisible();
    expect(dialog.getByText(failed.id)).toBeVisible();
    const panes = dialog.getByRole('progressbar').querySelectorAll('[data-state]');
    expect(panes[0]).toHaveAttribute('data-state', 'bad');
  });

  it.each([
    ['in its row', undefined],
    ['in its details', 'Details of 192.0.2.77'],
  ])('offers to retry a failed install %s, with its address and version', async (_, first) => {
    const user = await open(failed, makeInstall({ ip: '192.0.2.78', status: 'manual_review' }));
    const rows = await table();
    expect(rows.queryByRole('button', { name: 'Try again on 192.0.2.78' })).toBeNull();
    if (first) {
      await user.click(rows.getByRole('button', { name: first }));
      const dialog = within(await screen.findByRole('dialog', { name: '192.0.2.77' }));
      await user.click(dialog.getByRole('button', { name: 'Try again' }));
    } else {
      await user.click(rows.getByRole('button', { name: 'Try again on 192.0.2.77' }));
    }
    expect(await screen.findByLabelText('VPS IP address')).toHaveValue('192.0.2.77');
    await screen.findByRole('option', { name: 'Windows Server 2022' });
    expect(screen.getByLabelText('Windows version')).toHaveValue('ws2022');
    expect(screen.getByLabelText('VPS root password')).toHaveFocus();
    expect(
      screen.getByText(/Windows settings of the earlier install.*aren’t carried/),
    ).toBeVisible();
    // The prefill happens once and must not overwrite later input.
    await user.clear(screen.getByLabelText('VPS IP address'));
    await user.type(screen.getByLabelText('VPS IP address'), '192.0.2.79');
    expect(screen.getByLabelText('VPS IP address')).toHaveValue('192.0.2.79');
    expect(screen.queryByText(/Windows settings of the earlier install/)).toBeNull();
  });

  it('§2 pages by 15', async () => {
    const user = await open(...Array.from({ length: 15 }, () => makeInstall()));
    expect(await screen.findByText('Showing 1 to 15 of 26 entries')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Showing 16 to 26 of 26 entries')).toBeVisible();
    expect((await table()).getByText('192.0.2.200')).toBeVisible();
  });

  it('§2 links back from a page that failed to load', async () => {
    const user = await open(...Array.from({ length: 15 }, () => makeInstall({ ip: '192.0.2.1' })));
    await screen.findByText('Showing 1 to 15 of 26 entries');
    server.use(http.get('/api/user/install-history', () => refuse(503)));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect((await table()).getAllByText('192.0.2.1')[0]).toBeVisible();
  });

  it('links to the install form in the empty state', async () => {
    const user = await open();
    expect(await screen.findByText('No installs yet')).toBeVisible();
    await user.click(
      within(screen.getByRole('main')).getAllByRole('button', { name: 'Install Windows' })[0]!,
    );
    expect(await screen.findByLabelText('VPS IP address')).toBeVisible();
  });

  it('§8 shows a failed load', async () => {
    server.use(http.get('/api/user/install-history', () => refuse(503)));
    const user = await openDashboard();
    await user.click(
      within(screen.getByRole('complementary')).getByRole('button', { name: 'Install History' }),
    );
    expect(await findToast('Failed to load data')).toHaveTextContent(
      'Please try refreshing the page.',
    );
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeVisible();
  });

  describe('cancelling an install', () => {
    const preparing = makeInstall({
      ip: '192.0.2.50',
      status: 'preparing',
      quota: 'held',
      progress: makeProgress({ phase: 'rebooting' }),
    });
    const path = `/api/user/install/${preparing.id}/cancel`;
    const cancelled = {
      ...preparing,
      failure: {
        code: 'CANCELLED',
        message: 'The install was cancelled before the disk was changed.',
        cure: 'You can start a new install at any time.',
      },
    };
    const ask = async () => {
      const user = await open(preparing);
      await user.click(
        (await table()).getByRole('button', { name: 'Cancel the install on 192.0.2.50' }),
      );
      const dialog = within(
        await screen.findByRole('dialog', { name: 'Cancel the install on 192.0.2.50?' }),
      );
      return { user, dialog };
    };

    it('is offered only before the commit, and only once', async () => {
      await open(
        makeWriting(),
        { ...cancelled, id: 'c', ip: '192.0.2.51' },
        makeInstall({ ip: '192.0.2.52', status: 'pending' }),
        failed,
        makeInstall(),
      );
      const rows = await table();
      const offered = rows.getAllByRole('button', { name: /^Cancel the install/ });
      expect(offered.map((button) => button.getAttribute('aria-label'))).toEqual([
        'Cancel the install on 192.0.2.52',
      ]);
      expect(rows.getByText('Returning to Linux')).toBeVisible();
    });

    it('asks for confirmation and then explains the next steps', async () => {
      const sent: string[] = [];
      server.use(
        http.post(path, ({ request }) => {
          sent.push(new URL(request.url).pathname);
          server.use(http.get('/api/user/install-history', () => page([cancelled])));
          return ok(cancelled);
        }),
      );
      const { user, dialog } = await ask();
      expect(dialog.getByText(/your quota is returned/)).toBeVisible();
      expect(sent).toEqual([]);
      await user.click(dialog.getByRole('button', { name: 'Cancel install' }));
      expect(await findToast('Install cancelled')).toHaveTextContent(
        'Your VPS is returning to Linux. Your quota will be returned afterwards.',
      );
      expect(sent).toEqual([path]);
      expect(await (await table()).findByText('Returning to Linux')).toBeVisible();
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    });

    it('keeps the install without confirmation', async () => {
      const { user, dialog } = await ask();
      await user.click(dialog.getByRole('button', { name: 'Keep installing' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    });

    it('§8 shows that it is too late', async () => {
      server.use(
        http.post(path, () => refuse(409, { message: 'Windows is being written already.' })),
      );
      const { user, dialog } = await ask();
      await user.click(dialog.getByRole('button', { name: 'Cancel install' }));
      expect(await findToast('Cancel failed')).toHaveTextContent(
        'Windows is being written already.',
      );
    });

    it('is also offered in the progress dialog', async () => {
      const user = await open(preparing);
      await user.click(
        (await table()).getByRole('button', { name: 'View progress of 192.0.2.50' }),
      );
      const dialog = within(await screen.findByRole('dialog', { name: '192.0.2.50' }));
      await user.click(dialog.getByRole('button', { name: 'Cancel install' }));
      expect(
        await screen.findByRole('dialog', { name: 'Cancel the install on 192.0.2.50?' }),
      ).toBeVisible();
    });
  });

  describe('install log', () => {
    const openLog = async (answer: () => Response) => {
      server.use(http.get(`/api/user/install/${failed.id}/log`, answer));
      const user = await open(failed);
      await user.click((await table()).getByRole('button', { name: 'Details of 192.0.2.77' }));
      const dialog = within(await screen.findByRole('dialog', { name: '192.0.2.77' }));
      await user.click(dialog.getByRole('button', { name: 'Show log' }));
      return { user, dialog };
    };

    it('is shown in the details and can be downloaded', async () => {
      URL.createObjectURL = () => 'blob:log';
      URL.revokeObjectURL = () => undefined;
      let name = '';
      jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
        this: HTMLAnchorElement,
      ) {
        name = this.download;
      });
      const { user, dialog } = await openLog(() => new Response('Steps (UTC)\nconnect 1.2 s'));
      expect(await dialog.findByRole('group', { name: 'Install log' })).toHaveTextContent(
        'connect 1.2 s',
      );
      await user.click(dialog.getByRole('button', { name: 'Download log' }));
      expect(name).toBe(`install-${failed.id}.txt`);
    });

    it('§8 reports a failed load', async () => {
      const { dialog } = await openLog(() => refuse(503));
      expect(await dialog.findByText('Failed to load the log')).toBeVisible();
      expect(dialog.getByRole('button', { name: 'Try Again' })).toBeVisible();
    });
  });

  describe('RDP connection details', () => {
    const connect = async (overrides = {}) => {
      server.use(
        http.get('/api/user/install/:id/rdp-password', () => ok({ passwd_rdp: 'Sunrise9!' })),
      );
      const user = await open(makeInstall({ ip: '198.51.100.7', ...overrides }));
      await user.click((await table()).getByRole('button', { name: /^Connect to 198/ }));
      const dialog = within(await screen.findByRole('dialog', { name: /^Connect to 198/ }));
      return { user, dialog };
    };

    it('§9 show address with port 22, user Administrator and, on request, the password', async () => {
      const { user, dialog } = await connect();
      expect(dialog.getByText('198.51.100.7:22')).toBeVisible();
      expect(dialog.getByText('Administrator')).toBeVisible();
      expect(dialog.getByText(/advise against 3389/)).toBeVisible();
      expect(dialog.getByText(/“Caution: Unknown remote connection”/)).toBeVisible();
      expect(dialog.queryByText('Sunrise9!')).not.toBeInTheDocument();
      await user.click(dialog.getByRole('button', { name: 'Show password' }));
      expect(await dialog.findByText('Sunrise9!')).toBeVisible();
      await user.click(dialog.getByRole('button', { name: 'Hide password' }));
      expect(dialog.queryByText('Sunrise9!')).not.toBeInTheDocument();
    });

    it('show the port recorded for the install', async () => {
      const { dialog } = await connect({ rdp_port: 2222 });
      // In the title and as the address to copy.
      expect(dialog.getAllByText('198.51.100.7:2222')).toHaveLength(2);
      expect(dialog.getByText(/uses port 2222/)).toBeVisible();
    });

    it('are copied with a confirmation', async () => {
      const { user, dialog } = await connect();
      await user.click(dialog.getByRole('button', { name: 'Copy Password' }));
      expect(await dialog.findByText('Password copied')).toBeInTheDocument();
      expect(await navigator.clipboard.readText()).toBe('Sunrise9!');
    });

    it('show until when the password is stored and erase it on request', async () => {
      const erased: unknown[] = [];
      server.use(
        http.delete('/api/user/install/:id/rdp-password', ({ params }) => {
          erased.push(params.id);
          return ok(null);
        }),
      );
      const { user, dialog } = await connect();
      expect(dialog.getByText(/until 28 Nov 2026, 14:12 WIB, then delete it/)).toBeVisible();
      await user.click(dialog.getByRole('button', { name: 'Delete now' }));
      await user.click(dialog.getByRole('button', { name: 'Keep password' }));
      expect(erased).toEqual([]);
      await user.click(dialog.getByRole('button', { name: 'Delete now' }));
      await user.click(dialog.getByRole('button', { name: 'Delete password' }));
      expect(await dialog.findByText(/no longer store your password/)).toBeVisible();
      expect(dialog.getByText('not stored')).toBeVisible();
      expect(dialog.queryByRole('button', { name: 'Show password' })).not.toBeInTheDocument();
      expect(erased).toHaveLength(1);
    });

    it('offer no password if it is not stored', async () => {
      const { dialog } = await connect({ passwd_rdp_until: null });
      expect(dialog.getByText('not stored')).toBeVisible();
      expect(dialog.queryByRole('button', { name: 'Copy Password' })).not.toBeInTheDocument();
    });

    it('show why a password could not be shown or copied', async () => {
      const { user, dialog } = await connect();
      server.use(
        http.get('/api/user/install/:id/rdp-password', () =>
          refuse(409, { message: 'This password is no longer stored.' }),
        ),
      );
      await user.click(dialog.getByRole('button', { name: 'Show password' }));
      expect(await findToast('Failed to load the password')).toHaveTextContent(
        'This password is no longer stored.',
      );
      await user.click(dialog.getByRole('button', { name: 'Copy Password' }));
      expect(await findToast('Copy failed')).toHaveTextContent(
        'This password is no longer stored.',
      );
    });

    it('§8 shows a failed copy', async () => {
      const { user, dialog } = await connect();
      jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
      await user.click(dialog.getByRole('button', { name: 'Copy Address' }));
      expect(await findToast('Copy failed')).toBeVisible();
    });

    it('§9 download as a file named after the IP', async () => {
      const files: Blob[] = [];
      URL.createObjectURL = (blob: Blob) => {
        files.push(blob);
        return 'blob:rdp';
      };
      URL.revokeObjectURL = () => undefined;
      let name = '';
      jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
        this: HTMLAnchorElement,
      ) {
        name = this.download;
      });
      const { user, dialog } = await connect();
      await user.click(dialog.getByRole('button', { name: 'Download 198.51.100.7.rdp' }));
      expect(name).toBe('198.51.100.7.rdp');
      const text = await new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result);
        reader.readAsText(files[0]!);
      });
      expect(text).toContain('full address:s:198.51.100.7:22\r\n');
      expect(text).toContain('username:s:Administrator\r\n');
      expect(text).toContain('enablecredsspsupport:i:1\r\n');
      expect(text).toContain('autoreconnection enabled:i:1\r\n');
      expect(text).not.toContain('Sunrise9!');
    });
  });

  describe('filters', () => {
    const files = savedFiles();
    it('filters by address or label, status and version on the server, and exports the result', async () => {
      const asked: string[] = [];
      const user = await open(makeInstall({ label: 'Office', rdp: makeRdp() }), failed);
      server.use(
        http.get('/api/user/install-history', ({ request }) => {
          const { searchParams } = new URL(request.url);
          asked.push(searchParams.toString());
          return page(searchParams.get('search') ? [failed] : []);
        }),
      );
      await user.type(screen.getByRole('searchbox', { name: 'Search IP or label' }), '192');
      await waitFor(() => expect(asked.at(-1)).toContain('search=192'));
      await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'failed');
      const version = screen.getByRole('combobox', { name: 'Windows version' });
      await within(version).findByRole('option', { name: 'Windows Server 2022' });
      await user.selectOptions(version, 'ws2022');
      await waitFor(() =>
        expect(asked.at(-1)).toBe('page=1&pageSize=15&search=192&status=failed&win_ver=ws2022'),
      );
      await user.click(screen.getByRole('button', { name: 'Export CSV' }));
      await waitFor(() => expect(files.names()).toHaveLength(1));
      const [head, row] = (await files.text()).split('\r\n');
      expect(head).toContain('Install ID,IP,Label,Windows version,Status');
      expect(row).toContain('192.0.2.77');
      expect(row).toContain('SSH_AUTH_FAILED,The root password was not accepted.,returned');
      await user.clear(screen.getByRole('searchbox', { name: 'Search IP or label' }));
      expect(await screen.findByText('No installs found')).toBeVisible();
    });
  });

  it('shows the running install as a live card above the list', async () => {
    await open(makeInstall({ ip: '198.51.100.7' }), makeWriting({ ip: '192.0.2.9' }));
    const card = screen.getByRole('region', { name: '192.0.2.9' });
    expect(card.compareDocumentPosition(screen.getByRole('table'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(within(card).getByText('46.2 MB/s')).toBeVisible();
  });

  it('shows no filters before the first install', async () => {
    await open();
    expect(await screen.findByText('No installs yet')).toBeVisible();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  });
});
