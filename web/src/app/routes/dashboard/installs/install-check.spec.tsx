import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { ok, refuse } from '@/testing/responses.js';
import { goTo, openDashboard, openDashboardAt, advanceTime } from '@/testing/dashboard.js';
import { makeCheck } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const CHECK = '/api/user/install/check';
const pending = makeCheck({ status: 'pending', findings: [], finished_at: null });

const open = async (opening = openDashboard()) => {
  const user = await opening;
  await goTo(user, 'Install Windows');
  return user;
};
const fillIn = async (user: UserEvent) => {
  await user.type(screen.getByLabelText('VPS IP address'), '203.0.113.24');
  await user.type(screen.getByLabelText('VPS root password'), 'root-secret');
};
const press = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Check my VPS' }));
/** Accepts the check and returns these results to its polls, in this order. */
const answer = (...answers: ReturnType<typeof makeCheck>[]) => {
  const sent: unknown[] = [];
  const left = [...answers];
  server.use(
    http.post(CHECK, async ({ request }) => {
      sent.push(await request.json());
      return ok(pending);
    }),
    http.get(`${CHECK}/${pending.id}`, () => ok(left.length > 1 ? left.shift()! : left[0])),
  );
  return sent;
};
const result = async () => within(await screen.findByRole('region', { name: 'VPS check' }));

describe('/dashboard install section: Check my VPS', () => {
  it('sends address, root password and version, and uses no quota', async () => {
    const sent = answer(makeCheck({ id: pending.id }));
    const user = await open();
    await fillIn(user);
    await screen.findByRole('option', { name: 'Windows Server 2022' });
    await user.selectOptions(screen.getByLabelText('Windows version'), 'ws2022');
    await press(user);
    expect(await (await result()).findByText('203.0.113.24 is ready for Windows.')).toBeVisible();
    expect(sent).toEqual([{ ip: '203.0.113.24', passwd_vps: 'root-secret', win_ver: 'ws2022' }]);
    expect(
      (await result()).getByText(/46\.2 MB\/s: about 11 minutes for this version/),
    ).toBeVisible();
    await user.click((await result()).getByRole('button', { name: 'Install on 203.0.113.24' }));
    expect(await screen.findByText('RDP password must be at least 4 characters')).toBeVisible();
    // The input is kept for the install that follows.
    expect(screen.getByLabelText('VPS root password')).toHaveValue('root-secret');
  });

  it('accepts an address with the commas of a numeric keypad', async () => {
    const sent = answer(makeCheck({ id: pending.id }));
    const user = await open();
    await user.type(screen.getByLabelText('VPS IP address'), '203,0,113,24');
    expect(screen.getByLabelText('VPS IP address')).toHaveValue('203.0.113.24');
    await user.type(screen.getByLabelText('VPS root password'), 'root-secret');
    await press(user);
    await waitFor(() => expect(sent).toEqual([{ ip: '203.0.113.24', passwd_vps: 'root-secret' }]));
  });

  it('requires only address and root password', async () => {
    const sent = answer(makeCheck({ id: pending.id, rate: null, eta_seconds: null }));
    const user = await open();
    await press(user);
    expect(await screen.findByText('IP address is required')).toBeVisible();
    expect(await screen.findByText('VPS password is required')).toBeVisible();
    expect(screen.queryByText('Windows version is required')).not.toBeInTheDocument();
    expect(sent).toEqual([]);
    await fillIn(user);
    await press(user);
    expect(
      await (await result()).findByText(/Choose a Windows version and check again/),
    ).toBeVisible();
    expect(sent).toEqual([{ ip: '203.0.113.24', passwd_vps: 'root-secret' }]);
  });

  it('shows every failed check with its remedy, and the passed checks', async () => {
    const refused = (name: string, message: string, cure: string) => ({
      name,
      result: 'refused' as const,
      found: 'x',
      code: 'X',
      message,
      cure,
    });
    answer(
      makeCheck({
        id: pending.id,
        status: 'refused',
        findings: [
          ...makeCheck().findings,
          refused('disk size', 'The disk has 8 GiB; 32 GiB are needed.', 'Use a larger plan.'),
          refused('clock', 'The clock of the VPS is wrong.', 'Set the clock.'),
        ],
      }),
    );
    const user = await open();
    await fillIn(user);
    await press(user);
    const panel = await result();
    expect(await panel.findByText('Windows can’t be installed on 203.0.113.24 yet.')).toBeVisible();
    expect(panel.getByText(/2 problems to fix\. Nothing was changed/)).toBeVisible();
    const problems = within(panel.getByRole('list', { name: 'What to fix' }));
    expect(problems.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Disk size: The disk has 8 GiB; 32 GiB are needed. Use a larger plan. More help',
      'Clock: The clock of the VPS is wrong. Set the clock. More help',
    ]);
    expect(panel.getByText('2 checks passed')).toBeVisible();
  });

  it('shows why a VPS could not be checked', async () => {
    const failure = {
      code: 'SSH_AUTH_FAILED',
      message: 'The VPS did not accept the root password.',
      cure: 'Check it with your provider.',
    };
    answer(makeCheck({ id: pending.id, status: 'failed', findings: [], failure }));
    const user = await open();
    await fillIn(user);
    await press(user);
    expect(await (await result()).findByText(failure.message)).toBeVisible();
    expect((await result()).getByText(/Check it with your provider/)).toBeVisible();
    const help = 'How to create a root password';
    await user.click((await result()).getByRole('button', { name: help }));
    expect(await screen.findByRole('dialog', { name: help })).toBeVisible();
  });

  it('opens the help on a failure and keeps the typed root password', async () => {
    const message = 'The VPS did not respond on port 22.';
    const failure = { code: 'SSH_TIMEOUT', message, cure: 'Check the IP address.' };
    answer(makeCheck({ id: pending.id, status: 'failed', findings: [], failure }));
    const user = await open();
    await fillIn(user);
    await press(user);
    const name = `More help: ${message}`;
    await user.click(await (await result()).findByRole('button', { name }));
    const title = 'The VPS did not respond on port …';
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(await screen.findByLabelText('VPS root password')).toHaveValue('root-secret');
  });

  it('shows the progress and stops polling at the end', async () => {
    let requests = 0;
    const running = makeCheck({
      id: pending.id,
      status: 'running',
      stage: 'measuring',
      finished_at: null,
    });
    server.use(
      http.post(CHECK, () => ok(pending)),
      http.get(`${CHECK}/${pending.id}`, () => {
        requests += 1;
        return ok(requests < 3 ? running : makeCheck({ id: pending.id }));
      }),
    );
    const user = await open(openDashboardAt(new Date('2026-11-21T07:02:00.000Z')));
    await fillIn(user);
    await press(user);
    expect(await (await result()).findByText(/Measuring the download speed/)).toBeVisible();
    expect((await result()).getByText('Signing in as root.')).toBeVisible();
    expect((await result()).getByText('2 checks passed')).toBeVisible();
    await advanceTime(2_000);
    await waitFor(() => expect(requests).toBe(2));
    await advanceTime(2_000);
    expect(await (await result()).findByText(/is ready for Windows/)).toBeVisible();
    await advanceTime(20_000);
    expect(requests).toBe(3);
  });

  it('§8 shows a rejected request and the server’s errors at their fields', async () => {
    server.use(http.post(CHECK, () => refuse(429, { message: 'Too many wrong VPS passwords.' })));
    const user = await open();
    await fillIn(user);
    await press(user);
    expect(await findToast('Check failed')).toHaveTextContent('Too many wrong VPS passwords.');
    server.use(
      http.post(CHECK, () =>
        refuse(400, { details: [{ path: 'ip', message: 'This address is private.' }] }),
      ),
    );
    await press(user);
    expect(await screen.findByText('This address is private.')).toBeVisible();
  });
});
