import type { AdminInstallDetails } from '@casement/proto/http/install/admin-installs.js';
import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type RequestHandler } from 'msw';
import { csvTime } from '@/lib/csv/csv.js';
import { openAdmin } from '@/testing/admin.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { table } from '@/testing/dashboard.js';
import {
  makeInstall,
  makeProgress,
  makeRecovery,
  makeWriting,
} from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { savedFiles } from '@/testing/saved-files.js';

const install = makeInstall({
  id: 'i1',
  ip: '192.0.2.7',
  username: 'budi_s',
  status: 'manual_review',
});

const open = (installs = [install], ...handlers: RequestHandler[]) =>
  openAdmin('Installs', [http.get('/api/admin/install-data', () => page(installs)), ...handlers]);

describe('/admin installs section', () => {
  const csv = savedFiles();
  it('exports CSV with the current filters', async () => {
    const requests: string[] = [];
    const user = await openAdmin('Installs', [
      http.get('/api/admin/install-data', ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        if (searchParams.has('after')) requests.push(search);
        return page([install]);
      }),
    ]);
    await user.selectOptions(await screen.findByLabelText('Status'), 'Active');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await findToast('Export saved')).toHaveTextContent(/1 rows in installs-.*\.csv/);
    expect(requests).toEqual(['?page=1&pageSize=100&status=active&after=']);
    expect((await csv.text()).split('\r\n')).toEqual([
      'Install ID,IP,User,User ID,Windows version,Status,Failure,Started,Last change',
      [
        install.id,
        install.ip,
        'budi_s',
        install.user_id,
        install.win_name,
        'Manual review',
        '',
        csvTime(install.created_at),
        csvTime(install.updated_at),
      ].join(','),
      '',
    ]);
  });

  it('§4 shows the percentages 0, 25, 75, 100, 100, 100 and the live percentage', async () => {
    const statuses = ['pending', 'preparing', 'completed', 'failed', 'manual_review'] as const;
    await open([
      ...statuses.map((status, i) =>
        makeInstall({ status, ip: `192.0.2.${i}`, progress: makeProgress() }),
      ),
      makeWriting({ ip: '192.0.2.9' }),
    ]);
    const rows = await table();
    const row = (ip: string) => within(rows.getByText(ip).closest('tr')!);
    expect(row('192.0.2.0').getByText('0 %')).toBeVisible();
    expect(row('192.0.2.1').getByText('25 %')).toBeVisible();
    for (const n of [2, 3, 4]) expect(row(`192.0.2.${n}`).getByText('100 %')).toBeVisible();
    expect(row('192.0.2.9').getByText('75 %')).toBeVisible();
    expect(row('192.0.2.9').getByText('63 % written')).toBeVisible();
  });

  it('§2 searches and filters on the server, including active', async () => {
    const requests: string[] = [];
    const user = await openAdmin('Installs', [
      http.get('/api/admin/install-data', ({ request }) => {
        requests.push(new URL(request.url).search);
        return page([install]);
      }),
    ]);
    await user.type(screen.getByLabelText('Search username, IP or status'), 'budi');
    await waitFor(() => expect(requests.at(-1)).toBe('?page=1&pageSize=15&search=budi'));
    await user.selectOptions(screen.getByLabelText('Status'), 'Active');
    await waitFor(() =>
      expect(requests.at(-1)).toBe('?page=1&pageSize=15&search=budi&status=active'),
    );
  });

  it('sorts by status on the server and exports in that order', async () => {
    const requests: string[] = [];
    const user = await openAdmin('Installs', [
      http.get('/api/admin/install-data', ({ request }) => {
        requests.push(new URL(request.url).search);
        return page([install]);
      }),
    ]);
    await user.click((await table()).getByRole('button', { name: 'Status' }));
    await waitFor(() => expect(requests.at(-1)).toBe('?page=1&pageSize=15&sort=status&order=asc'));
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await findToast('Export saved');
    expect(requests.at(-1)).toBe('?page=1&pageSize=100&sort=status&order=asc&after=');
  });

  it('shows the empty state if no install matches the filter', async () => {
    const user = await openAdmin('Installs', [
      http.get('/api/admin/install-data', ({ request }) =>
        page(request.url.includes('status=failed') ? [] : [install]),
      ),
    ]);
    await user.selectOptions(screen.getByLabelText('Status'), 'Failed');
    expect(await screen.findByText('No installs found')).toBeVisible();
  });

  describe('details', () => {
    const details: AdminInstallDetails = {
      install: {
        ...install,
        status: 'failed',
        quota: 'returned',
        failure: { code: 'DISK_WRITE_FAILED', message: 'The disk failed.', cure: 'Replace it.' },
        restored: { linux: true, clean: true, left: [] },
      },
      os_name: 'Debian 12',
      ssh_port: 2222,
      ssh_user: null,
      finished_at: '2026-11-21T07:12:00.000Z',
      failure_detail: 'dd: I/O error',
      checks: [{ name: 'virtualisation', result: 'ok', found: 'Vultr', message: null }],
      steps: [
        {
          name: 'write',
          worker: 'host:42',
          started_at: '2026-11-21T07:10:00.000Z',
          finished_at: '2026-11-21T07:12:00.000Z',
          outcome: 'DISK_WRITE_FAILED',
        },
      ],
    };

    it('show reason, remedy, VPS, timeline and log, and edit the status', async () => {
      const user = await open(
        [install],
        http.get('/api/admin/install-data/i1', () => ok(details)),
        http.get('/api/admin/install-data/i1/log', () => new HttpResponse('line of the log')),
      );
      await user.click((await table()).getByRole('button', { name: '192.0.2.7' }));
      const drawer = within(await screen.findByRole('dialog', { name: '192.0.2.7' }));
      expect(drawer.getByText('The disk failed.')).toBeVisible();
      expect(drawer.getByText('Replace it.')).toBeVisible();
      expect(drawer.getByText('Linux responds, and none of our files remain.')).toBeVisible();
      expect(drawer.getByText('root@192.0.2.7:2222')).toBeVisible();
      expect(drawer.getByText('Virtualisation')).toBeVisible();
      expect(drawer.getByText('Vultr')).toBeVisible();
      const events = within(drawer.getByRole('list', { name: 'Timeline' }));
      expect(events.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        'Requested21 Nov 2026, 14:02 WIB',
        'Step write21 Nov 2026, 14:10 WIB120.0 s · DISK_WRITE_FAILED · host:42',
        'Failed21 Nov 2026, 14:12 WIB',
      ]);
      await user.click(drawer.getByRole('button', { name: 'Show log' }));
      expect(await drawer.findByText('line of the log')).toBeVisible();
      await user.click(drawer.getByRole('button', { name: 'Edit status' }));
      expect(await screen.findByRole('dialog', { name: 'Edit install status' })).toBeVisible();
    });
  });

  describe('recovery system', () => {
    const recovery = makeRecovery({ answering: true, stop_code: '0x0000007b' });
    const detailsOf = (
      actions: AdminInstallDetails['recovery'],
      over: Partial<InstallRecord> = {},
    ): AdminInstallDetails => ({
      install: {
        ...install,
        quota: 'held',
        guard: { limit: 4, silent_since: null, recovery },
        ...over,
      },
      recovery: actions,
      os_name: null,
      ssh_port: null,
      ssh_user: null,
      finished_at: null,
      failure_detail: null,
      checks: [],
      steps: [],
    });
    const openDrawer = async (details: () => AdminInstallDetails, ...more: RequestHandler[]) => {
      const user = await open(
        [install],
        http.get('/api/admin/install-data/i1', () => ok(details())),
        ...more,
      );
      await user.click((await table()).getByRole('button', { name: '192.0.2.7' }));
      return { user, drawer: within(await screen.findByRole('dialog', { name: '192.0.2.7' })) };
    };

    it('is ordered to start Windows after a confirmation that names the quota', async () => {
      let actions = { start_windows: 'possible' as 'possible' | 'ordered', release: true };
      const { user, drawer } = await openDrawer(
        () => detailsOf(actions),
        http.post('/api/admin/install-data/i1/start-windows', () => {
          actions = { ...actions, start_windows: 'ordered' };
          return ok(install);
        }),
      );
      expect(await drawer.findByText('The recovery system is responding.')).toBeVisible();
      expect(drawer.getByText('0x0000007b')).toBeVisible();
      await user.click(drawer.getByRole('button', { name: 'Start Windows again' }));
      const dialog = within(
        await screen.findByRole('dialog', { name: 'Start Windows again on 192.0.2.7?' }),
      );
      expect(dialog.getByText(/doesn’t start 4 more times/)).toBeVisible();
      expect(dialog.getByText(/the install is completed and uses its quota/)).toBeVisible();
      await user.click(dialog.getByRole('button', { name: 'Start Windows again' }));
      await findToast('Start of Windows ordered');
      expect(await drawer.findByText(/starts Windows again when it reports next/)).toBeVisible();
      expect(drawer.queryByRole('button', { name: 'Start Windows again' })).toBeNull();
    });

    it('returns the quota with a note, and reports that another change came first', async () => {
      const sent: unknown[] = [];
      const message = 'The install has just changed, so nothing was edited.';
      const { user, drawer } = await openDrawer(
        () => detailsOf({ start_windows: 'impossible', release: true }),
        http.post('/api/admin/install-data/i1/release', async ({ request }) => {
          sent.push(await request.json());
          return sent.length === 1 ? refuse(409, { code: 'INSTALL_CHANGED', message }) : ok(null);
        }),
      );
      await user.click(await drawer.findByRole('button', { name: 'Return the quota' }));
      const dialog = within(
        await screen.findByRole('dialog', { name: 'Return the quota for 192.0.2.7?' }),
      );
      const submit = dialog.getByRole('button', { name: 'Return the quota' });
      await user.click(submit);
      expect(await dialog.findByText('Please enter a resolution note')).toBeVisible();
      expect(sent).toEqual([]);
      await user.type(dialog.getByLabelText('Note'), 'Stops at its logo');
      await user.click(submit);
      expect(await findToast('Quota not returned')).toHaveTextContent(message);
      await user.click(submit);
      await findToast('Quota returned');
      expect(sent).toEqual([{ note: 'Stops at its logo' }, { note: 'Stops at its logo' }]);
    });

    it('offers nothing while the recovery system is silent and no quota is held', async () => {
      const guard = { limit: 4, silent_since: null, recovery: { ...recovery, answering: false } };
      const { drawer } = await openDrawer(() =>
        detailsOf({ start_windows: 'impossible', release: false }, { status: 'failed', guard }),
      );
      expect(await drawer.findByText(/The customer has to restart the VPS/)).toBeVisible();
      expect(drawer.queryByRole('button', { name: 'Start Windows again' })).toBeNull();
      expect(drawer.queryByRole('button', { name: 'Return the quota' })).toBeNull();
    });
  });

  it('shows why installs fail by code, provider and version', async () => {
    const user = await open(
      [install],
      http.get('/api/admin/install-monitoring/failures', () =>
        ok({
          code: [{ name: 'DISK_WRITE_FAILED', failed: 3, ended: 3 }],
          provider: [{ name: '', failed: 3, ended: 12 }],
          version: [],
        }),
      ),
    );
    const chart = within(await screen.findByRole('region', { name: /^Why installs fail/ }));
    expect(chart.getByText('DISK_WRITE_FAILED').closest('li')).toHaveTextContent('3 failed');
    await user.click(chart.getByRole('button', { name: 'Provider' }));
    expect(chart.getByText('Not recognized').closest('li')).toHaveTextContent(
      '3 of 12 failed (25 %)',
    );
    await user.click(chart.getByRole('button', { name: 'Windows version' }));
    expect(chart.getByText('No failed installs')).toBeVisible();
  });

  describe('editing the status', () => {
    const edit = async (...handlers: RequestHandler[]) => {
      const user = await open([install], ...handlers);
      await user.click(
        (await table()).getByRole('button', { name: 'Edit the status of 192.0.2.7' }),
      );
      const dialog = within(await screen.findByRole('dialog', { name: 'Edit install status' }));
      return { user, dialog };
    };

    it('§4 offers only pending, running, completed and failed', async () => {
      const { dialog } = await edit();
      const options = within(dialog.getByLabelText('New status')).getAllByRole('option');
      expect(options.map(({ textContent }) => textContent)).toEqual([
        'Choose a status',
        'Pending',
        'Running',
        'Completed',
        'Failed',
      ]);
    });

    it('§8 saves the change', async () => {
      const sent: unknown[] = [];
      const { user, dialog } = await edit(
        http.put('/api/admin/install-data/i1', async ({ request }) => {
          sent.push(await request.json());
          return ok(null);
        }),
      );
      await user.selectOptions(dialog.getByLabelText('New status'), 'Failed');
      await user.click(dialog.getByRole('button', { name: 'Update Status' }));
      expect(await findToast('Install status updated successfully')).toBeVisible();
      expect(sent).toEqual([{ status: 'failed' }]);
    });

    it('§8 preselects nothing if the current status cannot be set', async () => {
      let requests = 0;
      const { user, dialog } = await edit(
        http.put('/api/admin/install-data/i1', () => {
          requests += 1;
          return ok(null);
        }),
      );
      await user.click(dialog.getByRole('button', { name: 'Update Status' }));
      expect(await findToast('Invalid input')).toHaveTextContent('Please choose a status');
      expect(dialog.getByLabelText('New status')).toHaveAccessibleDescription(
        'Please choose a status',
      );
      await user.selectOptions(dialog.getByLabelText('New status'), 'Completed');
      expect(dialog.queryByText('Please choose a status')).not.toBeInTheDocument();
      expect(requests).toBe(0);
    });

    it('§4 explains before the commit that the VPS first returns to Linux', async () => {
      const { user, dialog } = await edit(
        http.put('/api/admin/install-data/i1', () => ok({ ...install, status: 'preparing' })),
      );
      await user.selectOptions(dialog.getByLabelText('New status'), 'Failed');
      await user.click(dialog.getByRole('button', { name: 'Update Status' }));
      expect(await findToast('Returning the VPS to Linux first')).toHaveTextContent(
        'The install will be set to failed once the VPS is back',
      );
    });

    it('§8 shows why the update failed', async () => {
      const { user, dialog } = await edit(
        http.put('/api/admin/install-data/i1', () =>
          refuse(409, { message: 'Its credentials are erased.' }),
        ),
      );
      await user.selectOptions(dialog.getByLabelText('New status'), 'Running');
      await user.click(dialog.getByRole('button', { name: 'Update Status' }));
      expect(await findToast('Update failed')).toHaveTextContent('Its credentials are erased.');
    });
  });

  describe('install deletion', () => {
    const remove = async (confirmed: boolean, answer: () => Response = () => ok(null)) => {
      let deleted = 0;
      const confirm = jest.spyOn(window, 'confirm').mockReturnValue(confirmed);
      const user = await open(
        [install],
        http.delete('/api/admin/install-data/i1', () => {
          deleted += 1;
          return answer();
        }),
      );
      await user.click(
        (await table()).getByRole('button', { name: 'Delete the install on 192.0.2.7' }),
      );
      expect(confirm).toHaveBeenCalledWith('Delete the install record of 192.0.2.7?');
      return () => deleted;
    };

    it('§5 asks for the browser’s confirmation first', async () => {
      const deleted = await remove(true);
      expect(await findToast('Install data deleted successfully')).toBeVisible();
      expect(deleted()).toBe(1);
    });

    it('§5 keeps the entry without confirmation', async () => {
      expect((await remove(false))()).toBe(0);
    });

    it('§8 shows a failed deletion', async () => {
      await remove(true, () => refuse(409, { message: 'This install is still under way.' }));
      expect(await findToast('Delete failed')).toHaveTextContent(
        'This install is still under way.',
      );
    });
  });
});
