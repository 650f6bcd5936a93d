import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { goTo, openDashboard, table } from '@/testing/dashboard.js';
import { makeInstall, makeRdp, makeRecovery } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { server } from '@/testing/server.js';

type Guard = NonNullable<ReturnType<typeof makeInstall>['guard']>;

const completed = (guard: Partial<Guard>) =>
  makeInstall({
    id: 'i-1',
    status: 'completed',
    rdp: makeRdp(),
    guard: { limit: 4, silent_since: null, recovery: null, kept: 'kept', ...guard },
  });
const RESPONDING = makeRecovery({ answering: true, install_again: true, start_windows: true });

/** Opens the Connect dialog of an install and records the requests about its recovery system. */
const open = async (guard: Partial<Guard> = {}, answer: () => Response = () => ok(null)) => {
  let shown = completed(guard);
  const sent: string[] = [];
  const record = (next: Partial<Guard>) => (request: { request: Request }) => {
    sent.push(`${request.request.method} ${new URL(request.request.url).pathname}`);
    const refused = answer();
    if (refused.status !== 200) return refused;
    shown = completed(next);
    return ok(shown);
  };
  server.use(
    http.get('/api/user/install-history', () => page([shown])),
    http.get('/api/user/install/i-1', () => ok(shown)),
    http.post('/api/user/install/i-1/start-windows', record(guard)),
    http.delete('/api/user/install/i-1/recovery', record({ kept: 'removing' })),
  );
  const user = await openDashboard();
  await goTo(user, 'Install History');
  await user.click((await table()).getByRole('button', { name: /^Connect to/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Connect to/ }));
  await dialog.findByText('Recovery system');
  return { user, dialog, sent };
};

describe('/dashboard kept recovery system', () => {
  it('shows the command that restarts Windows into it', async () => {
    const { dialog } = await open();
    expect(
      dialog.getByText(
        String.raw`powershell -ExecutionPolicy Bypass -File C:\Windows\Casement\guard.ps1 recovery`,
      ),
    ).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Copy Recovery command' })).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Start Windows' })).toBeNull();
  });

  it('starts Windows while it responds', async () => {
    const { user, dialog, sent } = await open({ recovery: RESPONDING });
    await user.click(dialog.getByRole('button', { name: 'Start Windows' }));
    await findToast('Windows starts within a minute');
    expect(sent).toEqual(['POST /api/user/install/i-1/start-windows']);
  });

  it('says why Windows could not be started', async () => {
    const message = 'The recovery system has not responded for 10 minutes.';
    const { user, dialog } = await open({ recovery: RESPONDING }, () =>
      refuse(409, { code: 'RECOVERY_NOT_READY', message }),
    );
    await user.click(dialog.getByRole('button', { name: 'Start Windows' }));
    await findToast('Windows could not be started');
  });

  it('opens the dialog to install again while it responds', async () => {
    const { user, dialog } = await open({ recovery: RESPONDING });
    await user.click(dialog.getByRole('button', { name: 'Install again' }));
    await screen.findByRole('dialog', { name: /^Install Windows again on/ });
  });

  it('is removed after a confirmation, which says when that happens', async () => {
    const { user, dialog, sent } = await open();
    await user.click(dialog.getByRole('button', { name: 'Remove recovery system' }));
    const confirm = within(await screen.findByRole('dialog', { name: /^Remove the recovery/ }));
    expect(confirm.getByText(/at its next start, or within a day/)).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(confirm.getByRole('button', { name: 'Remove' }));
    await findToast('Windows will remove the recovery system');
    expect(sent).toEqual(['DELETE /api/user/install/i-1/recovery']);
    expect(await dialog.findByText(/^Windows removes the recovery system when/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Remove recovery system' })).toBeNull();
  });

  it.each([
    ['preparing', 'Windows sets it up within ten minutes.'],
    ['removed', 'The recovery system was removed.'],
  ] as const)('shows the state %s', async (kept, text) => {
    const { dialog } = await open({ kept });
    expect(dialog.getByText(text)).toBeVisible();
  });
});
