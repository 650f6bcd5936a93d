import type { PasswordReset } from '@casement/proto/http/install/password-reset.js';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { goTo, openDashboard, table } from '@/testing/dashboard.js';
import { makeInstall, makeRdp, makeRecovery } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { server } from '@/testing/server.js';

const RESPONDING = makeRecovery({ answering: true, start_windows: true, reset_password: true });
const reset = (over: Partial<PasswordReset> = {}): PasswordReset => ({
  status: 'waiting',
  failure: null,
  requested_at: '2026-11-30T10:00:00.000Z',
  ended_at: null,
  ...over,
});
const ended = (over: Partial<PasswordReset>) =>
  reset({ ended_at: '2026-11-30T10:05:00.000Z', ...over });

/** Opens the dialog, and records the bodies of the orders. */
const open = async ({
  recovery = RESPONDING,
  last = null,
  answer = () => ok(reset()),
}: {
  recovery?: ReturnType<typeof makeRecovery> | null;
  last?: PasswordReset | null;
  answer?: () => Response;
} = {}) => {
  const state = { recovery, last };
  const install = () =>
    makeInstall({
      id: 'i-1',
      status: 'completed',
      rdp: makeRdp(),
      guard: { limit: 4, silent_since: null, recovery: state.recovery, kept: 'kept' },
    });
  const sent: unknown[] = [];
  server.use(
    http.get('/api/user/install-history', () => page([install()])),
    http.get('/api/user/install/i-1', () => ok(install())),
    http.get('/api/user/install/i-1/password', () => ok(state.last)),
    http.post('/api/user/install/i-1/password', async ({ request }) => {
      sent.push(await request.json());
      const response = answer();
      if (response.ok) state.last = reset();
      return response;
    }),
  );
  const user = await openDashboard();
  await goTo(user, 'Install History');
  await user.click((await table()).getByRole('button', { name: /^Connect to/ }));
  const connect = within(await screen.findByRole('dialog', { name: /^Connect to/ }));
  await user.click(await connect.findByRole('button', { name: 'Reset Windows password' }));
  const name = /^Reset the Windows password of/;
  const dialog = within(await screen.findByRole('dialog', { name }));
  return { user, dialog, sent, state };
};
const fill = async ({ user, dialog }: Awaited<ReturnType<typeof open>>, code = 'qpsk-jxmb') => {
  await user.type(await dialog.findByLabelText('New Windows password'), 'Sunrise-2026!');
  await user.type(dialog.getByLabelText('Code on the console'), code);
  await user.click(dialog.getByRole('button', { name: 'Reset password' }));
};

describe('/dashboard reset of the Windows password', () => {
  it('shows the steps, and the form once the recovery system responds', async () => {
    const { dialog, state } = await open({ recovery: null });
    expect(dialog.getAllByRole('listitem')).toHaveLength(4);
    expect(dialog.getByRole('status')).toHaveTextContent('Waiting for the recovery system…');
    expect(dialog.getByRole('button', { name: 'Reset password' })).toBeDisabled();
    state.recovery = RESPONDING;
    await dialog.findByLabelText('Code on the console');
    expect(dialog.getByRole('button', { name: 'Reset password' })).toBeEnabled();
  }, 60_000);

  it('says that an older recovery system cannot do it', async () => {
    const { dialog } = await open({ recovery: makeRecovery({ answering: true }) });
    expect(dialog.getByRole('status')).toHaveTextContent(
      'This recovery system can’t reset the password',
    );
  });

  it('orders the reset, and shows its progress and its end', async () => {
    const opened = await open();
    await fill(opened);
    const { user, sent, state } = opened;
    await screen.findByText(/^The recovery system gets the new password/);
    expect(sent).toEqual([{ code: 'qpsk-jxmb', passwd_rdp: 'Sunrise-2026!' }]);
    state.last = ended({ status: 'done' });
    await screen.findByText(/^Windows accepted the new password on/);
    await user.click(screen.getByRole('button', { name: 'Reset again' }));
    await screen.findByLabelText('New Windows password');
  }, 60_000);

  it('shows why the last reset failed, and offers the next', async () => {
    const failure = {
      code: 'RESET_NOT_CLOSED',
      message:
        'Windows was not shut down cleanly, so its password can’t be reset. Nothing was changed.',
      cure: 'Start Windows.',
    };
    const { dialog } = await open({ last: ended({ status: 'failed', failure }) });
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent(failure.message);
    expect(alert).toHaveTextContent(/Last reset: .*30/);
    expect(dialog.getByLabelText('New Windows password')).toBeVisible();
  });

  it('shows a wrong code at its field', async () => {
    const message = 'This is not the code on the console. 4 more tries are possible.';
    const opened = await open({
      answer: () =>
        refuse(400, {
          code: 'VALIDATION_FAILED',
          message,
          details: [{ path: 'code', message }],
        }),
    });
    await fill(opened, '0000-0000');
    expect(await opened.dialog.findByText(message)).toBeVisible();
  });

  it('says why it was refused', async () => {
    const message = 'The recovery system has not responded for 10 minutes.';
    const opened = await open({
      answer: () => refuse(409, { code: 'RECOVERY_NOT_READY', message }),
    });
    await fill(opened);
    await findToast('The password could not be reset');
  });

  it('requires both fields', async () => {
    const { user, dialog, sent } = await open();
    await dialog.findByLabelText('New Windows password');
    await user.click(dialog.getByRole('button', { name: 'Reset password' }));
    expect(await dialog.findByText(/^Enter the 8 characters of the code/)).toBeVisible();
    expect(sent).toEqual([]);
  });
});
