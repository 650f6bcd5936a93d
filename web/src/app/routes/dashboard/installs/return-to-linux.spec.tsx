import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { goTo, openDashboard, table } from '@/testing/dashboard.js';
import { makeInstall, makeRecovery } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { server } from '@/testing/server.js';

const VERSION = '01a22cb2-f922-72eb-9f6f-1badf853b44b';
const FINGERPRINT = 'SHA256:Jm8FqJ1sY5m0f6s9y1cHq0m2Zb6q4l2b1n7v3x5z8Q0';
const failed = (price: number | null = 0) =>
  makeInstall({
    id: 'i-1',
    status: 'failed',
    quota: 'returned',
    failure: { code: 'WINDOWS_DID_NOT_START', message: 'Windows did not start.', cure: '' },
    guard: {
      limit: 4,
      silent_since: null,
      recovery: makeRecovery({
        answering: true,
        install_again: true,
        return_to_linux: price === null ? null : { price },
      }),
    },
  });
const returned = makeInstall({
  id: 'i-2',
  kind: 'linux',
  status: 'completed',
  win_name: 'Debian 12',
  ssh: {
    user: 'root',
    port: 22,
    host_key: FINGERPRINT,
    proof: 'password_accepted',
    proven_at: null,
  },
});

/** Opens the details of an install and records the orders. */
const open = async (
  install = failed(),
  answer: () => Response = () => ok(makeInstall({ kind: 'linux', status: 'pending' })),
) => {
  const sent: unknown[] = [];
  server.use(
    http.get('/api/user/install-history', () => page([install])),
    http.get(`/api/user/install/${install.id}`, () => ok(install)),
    http.get('/api/user/linux-versions', () => ok([{ id: VERSION, name: 'Debian 12' }])),
    http.post('/api/user/install/i-1/linux', async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  const user = await openDashboard();
  await goTo(user, 'Install History');
  await user.click(await (await table()).findByRole('button', { name: /^Details of/ }));
  const details = within(await screen.findByRole('dialog', { name: '203.0.113.24' }));
  return { user, details, sent };
};
const order = async ({ user, details }: Awaited<ReturnType<typeof open>>) => {
  await user.click(await details.findByRole('button', { name: 'Return to Linux' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Return 203.0.113.24 to Linux?' }),
  );
  await user.selectOptions(
    dialog.getByLabelText('Linux version'),
    await dialog.findByRole('option', { name: 'Debian 12' }),
  );
  await user.type(dialog.getByLabelText('Root password'), 'Sunrise9 over Java');
  await user.type(dialog.getByLabelText('Code on the console'), 'qpsk-jxmb');
  await user.type(dialog.getByLabelText(/type the last number of/), '24');
  await user.click(dialog.getByRole('button', { name: 'Erase and return to Linux' }));
  return dialog;
};

describe('/dashboard return to Linux', () => {
  it('sends the version, the password and the code on the console', async () => {
    const opened = await open();
    await order(opened);
    await findToast('Return to Linux started');
    expect(opened.sent).toEqual([
      expect.objectContaining({
        code: 'qpsk-jxmb',
        version_id: VERSION,
        root_password: 'Sunrise9 over Java',
      }),
    ]);
  });

  it('shows a wrong code at its field', async () => {
    const message = 'This is not the code on the console. 4 more tries are possible.';
    const details = [{ path: 'code', message }];
    const opened = await open(failed(), () =>
      refuse(400, { code: 'VALIDATION_FAILED', message, details }),
    );
    const dialog = await order(opened);
    expect(await dialog.findByText(message)).toBeVisible();
  });

  it('is not offered by a recovery system without the ability', async () => {
    const { details } = await open(failed(null));
    await details.findByRole('button', { name: 'Install again' });
    expect(details.queryByRole('button', { name: 'Return to Linux' })).toBeNull();
  });

  it('shows how to sign in to a machine that returned, instead of remote desktop', async () => {
    const { details } = await open(returned);
    expect(await details.findByText('ssh root@203.0.113.24')).toBeVisible();
    expect(details.getByText(FINGERPRINT)).toBeVisible();
    expect(details.getByText('Root signed in with the password.')).toBeVisible();
  });
});
