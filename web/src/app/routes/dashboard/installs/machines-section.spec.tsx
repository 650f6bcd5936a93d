import type { Machine } from '@casement/proto/http/install/machines.js';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { ok, page, refuse } from '@/testing/responses.js';
import { goTo, openDashboard, table } from '@/testing/dashboard.js';
import { makeInstall, makeMachine, makeRdp, makeWriting } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const open = async (...machines: Machine[]) => {
  server.use(http.get('/api/user/machines', () => page(machines)));
  const user = await openDashboard();
  await goTo(user, 'My machines');
  return user;
};

describe('/dashboard machines section', () => {
  it('shows label, version, state and password check of each machine', async () => {
    const done = makeInstall({ label: 'Office', rdp: makeRdp({ desktop: true }) });
    const failed = makeInstall({ ip: '192.0.2.77', status: 'failed' });
    await open(makeMachine(done), makeMachine(failed, { windows: makeInstall({ rdp: null }) }));
    const rows = (await table()).getAllByRole('row').slice(1);
    expect(rows[0]).toHaveTextContent('203.0.113.24OfficeWindows Server 2022Completed');
    expect(rows[0]).toHaveTextContent('Worked on 21 Nov 2026, 14:12 WIB');
    expect(rows[1]).toHaveTextContent('192.0.2.77Windows Server 2022FailedNever checked');
  });

  it('shows the port of machines that share an address, and enters it to install again', async () => {
    const [one, other] = [20_122, 20_222].map((rdp_port) => makeInstall({ rdp_port, rdp: null }));
    const user = await open(
      makeMachine(one, { port: 20_122 }),
      makeMachine(other, { port: 20_222 }),
    );
    const rows = await table();
    expect(rows.getByText('203.0.113.24:20122')).toBeVisible();
    expect(rows.getByText('203.0.113.24:20222')).toBeVisible();
    await user.click(rows.getByRole('button', { name: 'Install again on 203.0.113.24:20222' }));
    expect(await screen.findByLabelText('SSH port')).toHaveValue('20222');
  });

  it('connects to the Windows of the machine, not to a later failed install', async () => {
    const windows = makeInstall({ ip: '192.0.2.77', rdp: makeRdp({ port: 22 }) });
    const failed = makeInstall({ ip: '192.0.2.77', status: 'failed' });
    const user = await open(makeMachine(failed, { windows }));
    await user.click((await table()).getByRole('button', { name: 'Connect to 192.0.2.77' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Connect to 192.0.2.77' }));
    expect(dialog.getByText('Your RDP password works.')).toBeVisible();
  });

  it('fills the form with address and version to install again', async () => {
    const user = await open(makeMachine(makeInstall({ ip: '192.0.2.77' })));
    await user.click((await table()).getByRole('button', { name: 'Install again on 192.0.2.77' }));
    expect(await screen.findByLabelText('VPS IP address')).toHaveValue('192.0.2.77');
    await waitFor(() => expect(screen.getByLabelText('Windows version')).toHaveValue('ws2022'));
  });

  it('offers View progress instead of Install again while an install is running', async () => {
    await open(makeMachine(makeWriting()));
    const rows = await table();
    expect(rows.getByRole('button', { name: /^View progress/ })).toBeVisible();
    expect(rows.queryByRole('button', { name: /^Install again/ })).not.toBeInTheDocument();
  });

  it('saves a label and shows a refused one at its field', async () => {
    const last = makeInstall();
    const sent: unknown[] = [];
    server.use(
      http.put(`/api/user/install/${last.id}/label`, async ({ request }) => {
        sent.push(await request.json());
        if (sent.length > 1) return ok(last);
        return refuse(400, {
          code: 'VALIDATION_FAILED',
          details: [{ path: 'label', message: 'This label is not possible.' }],
        });
      }),
    );
    const user = await open(makeMachine(last));
    await user.click((await table()).getByRole('button', { name: /^Edit the label/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Label for 203.0.113.24' }));
    await user.type(dialog.getByLabelText('Label'), 'Office{Enter}');
    expect(await dialog.findByText('This label is not possible.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save label' }));
    expect(await findToast('Label saved')).toBeVisible();
    expect(sent).toEqual([{ label: 'Office' }, { label: 'Office' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('shows the empty state with the first step', async () => {
    const user = await open();
    expect(await screen.findByText('No machines yet')).toBeVisible();
    await user.click(
      within(screen.getByRole('main')).getByRole('button', { name: 'Install Windows' }),
    );
    expect(await screen.findByLabelText('VPS IP address')).toBeVisible();
  });

  it('shows the label wherever an install is named', async () => {
    const running = makeWriting({ label: 'Office' });
    server.use(http.get('/api/user/install-history', () => page([running])));
    const user = await openDashboard();
    await screen.findByRole('region', { name: 'Office (203.0.113.24)' });
    expect(screen.getAllByText('Office')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: /^View progress/ }));
    expect(await screen.findByRole('dialog', { name: '203.0.113.24 Office' })).toBeVisible();
  });
});
