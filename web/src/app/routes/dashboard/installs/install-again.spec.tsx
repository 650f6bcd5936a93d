import { FAILURES } from '@casement/proto/texts/failures.js';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { goTo, openDashboard, table } from '@/testing/dashboard.js';
import { makeInstall, makeRecovery, makeVersion } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { server } from '@/testing/server.js';

const PASSWORD = 'Sunrise9! over Java';
const failed = (recovery = {}) =>
  makeInstall({
    id: 'i-1',
    status: 'failed',
    quota: 'returned',
    failure: {
      code: 'WINDOWS_DID_NOT_START',
      message: 'Windows did not start.',
      cure: FAILURES.WINDOWS_DID_NOT_START.cure,
    },
    guard: {
      limit: 4,
      silent_since: null,
      recovery: makeRecovery({ answering: true, install_again: true, ...recovery }),
    },
  });

/** Opens the history and records the requests to install again. */
const open = async (answer: () => Response = () => ok(makeInstall({ status: 'pending' }))) => {
  const sent: unknown[] = [];
  server.use(
    http.get('/api/user/install-history', () => page([failed()])),
    http.get('/api/user/install/i-1', () => ok(failed())),
    http.post('/api/user/install/i-1/again', async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  const user = await openDashboard();
  await goTo(user, 'Install History');
  return { user, sent };
};
const dialogOf = async () =>
  within(await screen.findByRole('dialog', { name: 'Install Windows again on 203.0.113.24?' }));
const fillIn = async ({ user }: Awaited<ReturnType<typeof open>>, number = '24') => {
  const rows = await table();
  await user.click(
    await rows.findByRole('button', { name: 'Install Windows again on 203.0.113.24' }),
  );
  const dialog = await dialogOf();
  await dialog.findByRole('option', { name: 'Windows Server 2022' });
  await user.type(dialog.getByLabelText('RDP password'), PASSWORD);
  await user.type(dialog.getByLabelText('Code on the console'), 'qpsk-jxmb');
  await user.type(dialog.getByLabelText(/type the last number of/), number);
  await user.click(dialog.getByRole('button', { name: 'Erase and install, use 1 quota' }));
  return dialog;
};

describe('/dashboard install again from the recovery system', () => {
  it('sends the version of the failed install, a new password and the code on the console', async () => {
    const opened = await open();
    await fillIn(opened);
    await findToast('Installation started');
    expect(opened.sent).toEqual([{ code: 'qpsk-jxmb', win_ver: 'ws2022', passwd_rdp: PASSWORD }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps the version of the failed install if other fields are filled in before the list arrives', async () => {
    let arrive = (_: Response): void => undefined;
    const versions = new Promise<Response>((resolve) => (arrive = resolve));
    server.use(http.get('/api/user/windows-versions', () => versions));
    const opened = await open();
    const rows = await table();
    await opened.user.click(
      await rows.findByRole('button', { name: 'Install Windows again on 203.0.113.24' }),
    );
    const dialog = await dialogOf();
    await opened.user.click(dialog.getByLabelText('Windows version'));
    await opened.user.type(dialog.getByLabelText('Code on the console'), 'qpsk-jxmb');
    arrive(ok([makeVersion()]));
    await dialog.findByRole('option', { name: 'Windows Server 2022' });
    expect(dialog.getByLabelText('Windows version')).toHaveValue('ws2022');
  });

  it('sends no request until the last number of the address is right', async () => {
    const opened = await open();
    const dialog = await fillIn(opened, '25');
    expect(await dialog.findByText('That’s not the last number of 203.0.113.24.')).toBeVisible();
    expect(opened.sent).toEqual([]);
  });

  it('focuses the first invalid field', async () => {
    const { user } = await open();
    const rows = await table();
    await user.click(
      await rows.findByRole('button', { name: 'Install Windows again on 203.0.113.24' }),
    );
    const dialog = await dialogOf();
    await user.click(dialog.getByRole('button', { name: 'Erase and install, use 1 quota' }));
    expect(await dialog.findByText(/^Enter the 8 characters/)).toBeVisible();
    expect(dialog.getByLabelText('RDP password')).toHaveFocus();
  });

  it('shows a wrong code at its field', async () => {
    const message = 'This is not the code on the console. 4 more tries are possible.';
    const details = [{ path: 'code', message }];
    const opened = await open(() => refuse(400, { code: 'VALIDATION_FAILED', message, details }));
    const dialog = await fillIn(opened);
    expect(await dialog.findByText(message)).toBeVisible();
  });

  it('offers no network settings, because the network stays', async () => {
    const offer = { your_address: null, can_limit_networks: true };
    server.use(http.get('/api/user/install-options', () => ok(offer)));
    const opened = await open();
    const dialog = await fillIn(opened, '25');
    await opened.user.click(dialog.getByText('Advanced: Windows settings'));
    expect(await dialog.findByLabelText('Time zone')).toBeVisible();
    expect(dialog.queryByRole('textbox', { name: 'DNS servers' })).toBeNull();
  });

  it('shows the state and the findings of the recovery system in the details', async () => {
    const { user } = await open();
    const rows = await table();
    await user.click(await rows.findByRole('button', { name: 'Details of 203.0.113.24' }));
    const dialog = within(await screen.findByRole('dialog', { name: '203.0.113.24' }));
    expect(await dialog.findByText('The recovery system is responding.')).toBeVisible();
    expect(
      dialog.getByText(/^If the recovery system is responding, choose “Install again”/),
    ).toBeVisible();
    await user.click(dialog.getByText('Show what was found'));
    expect(dialog.getByText('Disk bus').nextSibling).toHaveTextContent('virtio-scsi');
    await user.click(dialog.getByRole('button', { name: 'Install again' }));
    await dialogOf();
  });
});
