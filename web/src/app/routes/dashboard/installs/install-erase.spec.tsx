import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { never, ok, refuse } from '@/testing/responses.js';
import { goTo, openDashboard, openDashboardAt, advanceTime } from '@/testing/dashboard.js';
import { makeCheck, makeInstall, makeUser } from '@/testing/factories/factories.js';
import { confirmErasing, eraseDialog, fillInCheck, pressInstall } from '@/testing/install.js';
import { back, findToast, reload } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const CHECK = '/api/user/install/check';
const RDP_PASSWORD = 'Sunrise9! over Java';
const pending = makeCheck({ status: 'pending', findings: [], disks: [], finished_at: null });

const open = async (opening = openDashboard()) => {
  const user = await opening;
  await goTo(user, 'Install Windows');
  await fillInCheck(user);
  await user.type(screen.getByLabelText('RDP password'), RDP_PASSWORD);
  return user;
};

/** Records the requests for checks and installs. */
const watch = (...answers: ReturnType<typeof makeCheck>[]) => {
  const sent = { checks: [] as object[], installs: [] as object[] };
  server.use(
    http.post(CHECK, async ({ request }) => {
      sent.checks.push((await request.json()) as object);
      return ok(answers[Math.min(sent.checks.length, answers.length) - 1] ?? makeCheck());
    }),
    http.post('/api/user/install', async ({ request }) => {
      sent.installs.push((await request.json()) as object);
      return ok(makeInstall({ status: 'pending' }));
    }),
  );
  return sent;
};

describe('/dashboard install section: erase confirmation', () => {
  it('shows the VPS, its system, erased and kept disks, duration and cost', async () => {
    watch(
      makeCheck({
        disks: [
          { name: 'vda', size: 80 * 2 ** 30, erased: true },
          { name: 'vdb', size: 200 * 2 ** 30, erased: false },
        ],
      }),
    );
    const user = await open();
    await pressInstall(user);
    const dialog = await eraseDialog();
    const rows = Array.from(document.querySelectorAll('[role="dialog"] dl > div'), (row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]);
    expect(rows).toEqual([
      ['Address', '203.0.113.24'],
      ['Hostname', 'vps-jkt-1'],
      ['Current system', 'Ubuntu 22.04.5 LTS'],
      ['Will be erased', 'vda, 80 GiB'],
      ['Left untouched', 'vdb, 200 GiB'],
      ['Time', 'about 11 minutes'],
      ['Cost', '1 of 7 quota'],
    ]);
    expect(
      dialog.getByText(/Windows Server 2022 will replace everything on this VPS/),
    ).toBeVisible();
    expect(dialog.getByLabelText(/type the last number of/)).toHaveFocus();
  });

  it('shows remarks of the check before the disk is erased', async () => {
    const remark = {
      name: 'encryption',
      result: 'ok' as const,
      found: 'LUKS',
      code: 'LINUX_ENCRYPTED',
      message: 'Linux on this VPS is encrypted (LUKS).',
      cure: 'Have the passphrase at hand.',
    };
    watch(makeCheck({ findings: [...makeCheck().findings, remark] }));
    const user = await open();
    await pressInstall(user);
    const dialog = await eraseDialog();
    expect(dialog.getByText('Linux on this VPS is encrypted (LUKS).')).toBeVisible();
    expect(dialog.getByText(/Have the passphrase at hand/)).toBeVisible();
  });

  it('lists the addresses that Windows will not keep', async () => {
    watch(makeCheck({ lost_addresses: ['203.0.113.77/32', '10.9.0.5/24 (eth1)'] }));
    const user = await open();
    await pressInstall(user);
    const dialog = await eraseDialog();
    const row = dialog.getByText('IP addresses you’ll lose').closest('div');
    expect(row).toHaveTextContent('203.0.113.77/32, 10.9.0.5/24 (eth1)');
  });

  it('starts the install only after the last number of the address is typed', async () => {
    const sent = watch();
    const user = await open();
    await pressInstall(user);
    const dialog = await eraseDialog();
    const number = dialog.getByLabelText(/type the last number of/);
    await user.type(number, '42{Enter}');
    expect(await dialog.findByText('That’s not the last number of 203.0.113.24.')).toBeVisible();
    expect(number).toHaveFocus();
    expect(sent.installs).toEqual([]);
    await user.clear(number);
    expect(dialog.queryByText(/That’s not the last number/)).not.toBeInTheDocument();
    await user.type(number, '24{Enter}');
    expect(await findToast('Installation started')).toBeVisible();
    expect(sent.installs).toEqual([
      {
        ip: '203.0.113.24',
        passwd_vps: 'root-secret',
        win_ver: 'ws2022',
        passwd_rdp: RDP_PASSWORD,
      },
    ]);
    expect(sent.checks).toHaveLength(1);
  });

  it('runs the check first, without a quota hold, and then asks', async () => {
    const sent = watch(pending);
    let answer = makeCheck({ ...pending, status: 'running' });
    server.use(http.get(`${CHECK}/${pending.id}`, () => ok(answer)));
    const user = await open(openDashboardAt(new Date('2026-11-21T07:02:00.000Z')));
    await pressInstall(user);
    const checking = within(await screen.findByRole('dialog', { name: 'Checking 203.0.113.24' }));
    expect(checking.getByText(/No quota is reserved until you confirm/)).toBeVisible();
    expect(sent.checks).toEqual([
      { ip: '203.0.113.24', passwd_vps: 'root-secret', win_ver: 'ws2022', reuse: true },
    ]);
    answer = makeCheck({ id: pending.id });
    await advanceTime(2_000);
    await eraseDialog();
    expect(sent.installs).toEqual([]);
    await confirmErasing(user);
    await waitFor(() => expect(sent.installs).toHaveLength(1));
  });

  it.each([
    [
      makeCheck({
        status: 'refused',
        findings: [
          {
            name: 'disk size',
            result: 'refused',
            found: '8 GiB',
            code: 'DISK_TOO_SMALL',
            message: 'The disk has 8 GiB; 32 GiB are needed.',
            cure: 'Choose a larger VPS plan.',
          },
        ],
      }),
      /The disk has 8 GiB; 32 GiB are needed/,
    ],
    [
      makeCheck({
        status: 'failed',
        findings: [],
        failure: {
          code: 'SSH_AUTH_FAILED',
          message: 'The VPS did not accept the root password.',
          cure: 'Check it.',
        },
      }),
      /did not accept the root password/,
    ],
  ])('shows a failed check without asking (%#)', async (stopped, reason) => {
    const sent = watch(stopped, makeCheck());
    const user = await open();
    await pressInstall(user);
    const dialog = within(
      await screen.findByRole('dialog', { name: '203.0.113.24 was not changed' }),
    );
    expect(dialog.getByText(reason)).toBeVisible();
    expect(dialog.queryByLabelText(/type the last number of/)).not.toBeInTheDocument();
    // A new check must run after the fix instead of reusing the old result.
    await user.click(dialog.getByRole('button', { name: 'Check again' }));
    await eraseDialog();
    expect(sent.checks[1]).not.toHaveProperty('reuse');
    expect(sent.installs).toEqual([]);
  });

  it('Escape closes only the confirmation and keeps the check result', async () => {
    const sent = watch();
    const user = await open();
    await pressInstall(user);
    await eraseDialog();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Install Windows, use 1 quota' })).toHaveFocus();
    expect(screen.getByLabelText('RDP password')).toHaveValue(RDP_PASSWORD);
    expect(await screen.findByText('203.0.113.24 is ready for Windows.')).toBeVisible();
    expect(sent.installs).toEqual([]);
  });

  it('Back closes only the confirmation and keeps the passwords', async () => {
    watch();
    const user = await open();
    await pressInstall(user);
    await eraseDialog();
    back();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('RDP password')).toHaveValue(RDP_PASSWORD);
  });

  it('a reload returns to the form with the address, without passwords, with a hint', async () => {
    const sent = watch();
    server.use(http.get('/api/user/profile', () => ok({ user: makeUser({ id: 'me' }) })));
    const user = await open();
    await pressInstall(user);
    await eraseDialog();
    await reload();
    const note = await screen.findByText('Enter both passwords again.');
    expect(note.closest('[role="alert"]')).toHaveTextContent('Nothing was started');
    expect(screen.getByLabelText('VPS IP address')).toHaveValue('203.0.113.24');
    expect(screen.getByLabelText('VPS root password')).toHaveValue('');
    await waitFor(() => expect(screen.getByLabelText('VPS root password')).toHaveFocus());
    expect(screen.getByLabelText('RDP password')).toHaveValue('');
    await user.type(screen.getByLabelText('VPS root password'), 'root-secret');
    await user.type(screen.getByLabelText('RDP password'), RDP_PASSWORD);
    await waitFor(() => expect(screen.getByLabelText('Windows version')).toHaveValue('ws2022'));
    await pressInstall(user);
    await eraseDialog();
    expect(screen.queryByText('Enter both passwords again.')).not.toBeInTheDocument();
    // Back leads to the form, not to another confirmation.
    back();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('RDP password')).toHaveValue(RDP_PASSWORD);
    expect(sent.installs).toEqual([]);
  });

  it('does not reuse a check made with another root password', async () => {
    const sent = watch();
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Check my VPS' }));
    await screen.findByText('203.0.113.24 is ready for Windows.');
    await user.type(screen.getByLabelText('VPS root password'), '2');
    await pressInstall(user);
    await eraseDialog();
    expect(sent.checks[1]).toMatchObject({ passwd_vps: 'root-secret2' });
    expect(sent.checks[1]).not.toHaveProperty('reuse');
    await user.keyboard('{Escape}');
    await pressInstall(user);
    await eraseDialog();
    expect(sent.checks[2]).toMatchObject({ reuse: true });
  });

  it('asks again if the check expired while the dialog was open', async () => {
    const old = makeCheck();
    const sent = watch(old, makeCheck({ hostname: 'another-vps' }));
    const user = await open(openDashboardAt(new Date('2026-11-21T07:02:00.000Z')));
    await pressInstall(user);
    await eraseDialog();
    await advanceTime(61_000);
    await confirmErasing(user);
    expect(await screen.findByText('another-vps')).toBeVisible();
    expect(sent.checks[1]).toMatchObject({ reuse: true });
    expect(sent.installs).toEqual([]);
    await confirmErasing(user);
    await waitFor(() => expect(sent.installs).toHaveLength(1));
  });

  it('continues while the check is still valid', async () => {
    const sent = watch(makeCheck());
    const user = await open(openDashboardAt(new Date('2026-11-21T07:02:00.000Z')));
    await pressInstall(user);
    await eraseDialog();
    await advanceTime(61_000);
    await confirmErasing(user);
    await waitFor(() => expect(sent.installs).toHaveLength(1));
  });

  it('§8 shows a rejected check and opens no dialog', async () => {
    server.use(
      http.post(CHECK, () => refuse(429, { message: 'Too many checks in the last hour.' })),
    );
    const user = await open();
    await pressInstall(user);
    expect(await findToast('Check failed')).toHaveTextContent('Too many checks in the last hour.');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('resumes polling a check that was cancelled before its response arrived', async () => {
    watch(pending, makeCheck());
    server.use(http.get(`${CHECK}/${pending.id}`, never));
    const user = await open();
    await pressInstall(user);
    await screen.findByRole('dialog', { name: 'Checking 203.0.113.24' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await pressInstall(user);
    await eraseDialog();
  });

  it('lists facts that the VPS did not report', async () => {
    const check = makeCheck({ hostname: null, disks: [], install_seconds: null });
    watch(check);
    const user = await open();
    await pressInstall(user);
    const dialog = await eraseDialog();
    expect(dialog.getByText('not reported')).toBeVisible();
    expect(dialog.getByText('the disk with Linux')).toBeVisible();
    expect(dialog.getByText('about 3 minutes')).toBeVisible();
  });
});
