import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { ok, refuse } from '@/testing/responses.js';
import { goTo, openDashboard, openDashboardAt, advanceTime } from '@/testing/dashboard.js';
import { makeCheck, makeDashboard, makeQuote, makeVersion } from '@/testing/factories/factories.js';
import { fillInCheck } from '@/testing/install.js';
import { server } from '@/testing/server.js';

const CHECK = '/api/user/install/check';
const NO_QUOTA = "You don't have enough quota to install Windows. Please top up your quota first.";

const open = async (opening = openDashboard()) => {
  const user = await opening;
  await goTo(user, 'Install Windows');
  return user;
};
const card = () => within(screen.getByRole('form', { name: 'Check my VPS' }));
const result = async () => within(await screen.findByRole('region', { name: 'VPS check' }));
const press = async (user: Awaited<ReturnType<typeof open>>) =>
  user.click(card().getByRole('button', { name: 'Check my VPS' }));

describe('/dashboard install section: check without quota', () => {
  let quota = 0;
  beforeEach(() => {
    quota = 0;
    server.use(
      http.get('/api/user/dashboard', () => ok(makeDashboard({}, { quota }))),
      http.post('/api/user/topup/calculate', () => ok(makeQuote(1, 50_000))),
    );
  });

  it('appears below the quota sentence and shows duration and price after passing', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(CHECK, async ({ request }) => {
        sent.push(await request.json());
        return ok(makeCheck());
      }),
    );
    const user = await open();
    const sentence = screen.getByText(NO_QUOTA);
    const form = screen.getByRole('form', { name: 'Check my VPS' });
    expect(sentence.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByRole('button', { name: /^Buy/ })).not.toBeInTheDocument();
    await fillInCheck(user);
    await press(user);
    expect(await (await result()).findByText('Ready, about 11 minutes.')).toBeVisible();
    expect(card().queryByText(/can run/)).not.toBeInTheDocument();
    expect((await result()).getByText(/203\.0\.113\.24 can run Windows Server 2022/)).toBeVisible();
    expect(sent).toEqual([{ ip: '203.0.113.24', passwd_vps: 'root-secret', win_ver: 'ws2022' }]);
    await user.click((await result()).getByRole('button', { name: 'Buy 1 quota, Rp 50.000' }));
    expect(await screen.findByRole('dialog', { name: 'Topup Quota' })).toBeVisible();
    expect(screen.getByText(NO_QUOTA)).toBeInTheDocument();
  });

  it('requires address, root password and version', async () => {
    const sent = jest.fn();
    server.use(http.post(CHECK, sent));
    const user = await open();
    await screen.findByRole('option', { name: 'Windows Server 2022' });
    await press(user);
    for (const text of [
      'IP address is required',
      'VPS password is required',
      'Windows version is required',
    ]) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    expect(screen.getByLabelText('VPS IP address')).toHaveFocus();
    expect(sent).not.toHaveBeenCalled();
  });

  it('offers no quota after a failed check', async () => {
    const refused = {
      name: 'clock',
      result: 'refused' as const,
      found: 'x',
      code: 'CLOCK_WRONG',
      message: 'The VPS’s clock is wrong.',
      cure: 'Set the clock.',
    };
    server.use(http.post(CHECK, () => ok(makeCheck({ status: 'refused', findings: [refused] }))));
    const user = await open();
    await fillInCheck(user);
    await press(user);
    expect(await (await result()).findByText(/The VPS’s clock is wrong/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Buy/ })).not.toBeInTheDocument();
  });

  it('checks the VPS but offers no quota while no version is installable', async () => {
    const sent: unknown[] = [];
    server.use(
      http.get('/api/user/windows-versions', () => ok([makeVersion({ available: false })])),
      http.post(CHECK, async ({ request }) => {
        sent.push(await request.json());
        const none = { win_ver: null, win_name: null, eta_seconds: null, install_seconds: null };
        return ok(makeCheck({ ...none, rate: null }));
      }),
    );
    const user = await open();
    await screen.findByText('No Windows version is available at the moment.');
    await user.type(screen.getByLabelText('VPS IP address'), '203.0.113.24');
    await user.type(screen.getByLabelText('VPS root password'), 'root-secret');
    await press(user);
    expect(await (await result()).findByText('Ready.')).toBeVisible();
    expect(sent).toEqual([{ ip: '203.0.113.24', passwd_vps: 'root-secret' }]);
    expect(screen.queryByRole('button', { name: /^Buy/ })).not.toBeInTheDocument();
  });

  it.each([
    ['is unknown', () => refuse(503)],
    ['is for more than one quota', () => ok({ ...makeQuote(1, 50_000), min_quantity: 5 })],
  ])('offers quota without a price if the price %s', async (_, answer) => {
    server.use(http.post('/api/user/topup/calculate', answer));
    const user = await open();
    await fillInCheck(user);
    await press(user);
    expect(await (await result()).findByRole('button', { name: 'Buy quota' })).toBeVisible();
  });

  it('keeps the input after a payment on this page, also the root password', async () => {
    const user = await open(openDashboardAt(new Date('2026-11-21T07:02:00.000Z')));
    await fillInCheck(user);
    await press(user);
    await (await result()).findByText('Ready, about 11 minutes.');
    quota = 1;
    // Simulates the return from a payment, which refetches the quota.
    window.dispatchEvent(new Event('visibilitychange'));
    await advanceTime(60_000);
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(screen.queryByText(NO_QUOTA)).not.toBeInTheDocument());
    expect(screen.getByLabelText('VPS IP address')).toHaveValue('203.0.113.24');
    expect(screen.getByLabelText('Windows version')).toHaveValue('ws2022');
    expect(screen.getByLabelText('VPS root password')).toHaveValue('root-secret');
    expect(screen.getByLabelText('RDP password')).toHaveValue('');
    expect(screen.getByLabelText('RDP password')).toHaveFocus();
    expect(screen.getByText('203.0.113.24 is ready for Windows.')).toBeVisible();
  });
});
