import type { InstallRequest } from '@casement/proto/http/install/install.js';
import { PROVIDERS, type ProviderText } from '@casement/proto/texts/providers.js';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { ok, page, refuse } from '@/testing/responses.js';
import { goTo, openDashboard, sidebar } from '@/testing/dashboard.js';
import { makeDashboard, makeInstall, makeVersion } from '@/testing/factories/factories.js';
import { confirmErasing, installWindows, pressInstall } from '@/testing/install.js';
import { address, findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const open = async () => {
  const user = await openDashboard();
  await goTo(user, 'Install Windows');
  return user;
};

const fillIn = async (user: UserEvent, values: Record<string, string> = {}) => {
  const all = {
    'VPS IP address': '203.0.113.24',
    'VPS root password': 'root-secret',
    'RDP password': 'Sunrise9! over Java',
    ...values,
  };
  for (const [label, value] of Object.entries(all)) {
    if (value) await user.type(screen.getByLabelText(label), value);
  }
  await screen.findByRole('option', { name: 'Windows Server 2022' });
  await user.selectOptions(screen.getByLabelText('Windows version'), 'ws2022');
};

describe('/dashboard install section', () => {
  it.each([
    ['VPS IP address', '203.0.113', 'Invalid IPv4 address'],
    ['VPS IP address', '256.1.1.1', 'Invalid IPv4 address'],
    ['RDP password', 'abc', 'RDP password must be at least 4 characters'],
    ['RDP password', '#Pw9', 'RDP password cannot start with "#" character'],
  ])('§5 validates on change: %s "%s"', async (label, value, text) => {
    const user = await open();
    await user.type(screen.getByLabelText(label), value);
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('§5 requires every field', async () => {
    const user = await open();
    await pressInstall(user);
    for (const text of [
      'IP address is required',
      'VPS password is required',
      'Windows version is required',
      'RDP password must be at least 4 characters',
    ]) {
      expect(await screen.findByText(text)).toBeVisible();
    }
  });

  it('lists a version without an image as unavailable', async () => {
    server.use(
      http.get('/api/user/windows-versions', () =>
        ok([makeVersion(), makeVersion({ name: 'Windows 11', slug: 'w11', available: false })]),
      ),
    );
    await open();
    expect(
      await screen.findByRole('option', { name: 'Windows 11 (not available yet)' }),
    ).toBeDisabled();
  });

  it('§4 starts, clears the form and opens the history', async () => {
    let sent: unknown;
    server.use(
      http.post('/api/user/install', async ({ request }) => {
        sent = await request.json();
        return ok(makeInstall({ status: 'pending' }));
      }),
      http.get('/api/user/install-history', () => page([makeInstall({ status: 'pending' })])),
    );
    const user = await open();
    await fillIn(user);
    await installWindows(user);
    expect(await screen.findByRole('heading', { name: 'Install History' })).toBeVisible();
    expect(await findToast('Installation started')).toBeVisible();
    expect(sent).toEqual({
      ip: '203.0.113.24',
      passwd_vps: 'root-secret',
      win_ver: 'ws2022',
      passwd_rdp: 'Sunrise9! over Java',
    });
    await goTo(user, 'Install Windows');
    expect(screen.getByLabelText('VPS root password')).toHaveValue('');
  });

  it('asks for confirmation of a short password', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('/api/user/install', async ({ request }) => {
        sent.push(((await request.json()) as InstallRequest).passwd_rdp);
        return ok(makeInstall({ status: 'pending' }));
      }),
    );
    const user = await open();
    await fillIn(user, { 'RDP password': 'Sunrise9!' });
    expect(screen.getByText(/^Weak: bots can guess it within hours/)).toBeVisible();
    await pressInstall(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(/often guessed within hours/);
    // Changing the password requires a new confirmation.
    await user.type(screen.getByLabelText('RDP password'), 'x');
    await pressInstall(user);
    const anyway = await screen.findByRole('button', { name: 'Use this password anyway' });
    expect(sent).toEqual([]);
    await user.click(anyway);
    await confirmErasing(user);
    expect(await findToast('Installation started')).toBeVisible();
    expect(sent).toEqual(['Sunrise9!x']);
  });

  it('§5 shows the RDP password rule and generates a strong, visible password', async () => {
    const user = await open();
    const rule = /^At least 4 characters\. It cannot start with "#"\./;
    expect(screen.getByLabelText('RDP password')).toHaveAccessibleDescription(rule);
    await user.click(screen.getByRole('button', { name: 'Generate password' }));
    const field = screen.getByLabelText<HTMLInputElement>('RDP password');
    expect(field.type).toBe('text');
    expect(field.value).toHaveLength(18);
    expect(screen.getByText('Strong.')).toBeVisible();
    expect(field).toHaveAccessibleDescription(/Strong\./);
  });

  it.each([
    [{ message: 'This address is not allowed.' }, 'This address is not allowed.'],
    [{}, 'Failed to start installation'],
  ])('§8 shows a rejected start and keeps the input (%j)', async (answer, text) => {
    server.use(http.post('/api/user/install', () => refuse(422, answer)));
    const user = await open();
    await fillIn(user);
    await installWindows(user);
    expect(await findToast('Installation failed')).toHaveTextContent(text);
    expect(screen.getByLabelText('VPS IP address')).toHaveValue('203.0.113.24');
  });

  it('§8 replaces the versions with an error when they fail to load, and retries', async () => {
    server.use(http.get('/api/user/windows-versions', () => refuse(503)));
    const user = await open();
    const versions = within(await screen.findByRole('group', { name: 'Windows version' }));
    expect(versions.getByText('Failed to load data')).toBeVisible();
    server.use(http.get('/api/user/windows-versions', () => ok([makeVersion()])));
    await user.click(versions.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('option', { name: 'Windows Server 2022' })).toBeEnabled();
  });

  it('refetches quota and history when the response to a start is lost', async () => {
    let quota = 7;
    server.use(
      http.get('/api/user/dashboard', () => ok(makeDashboard({}, { quota }))),
      http.post('/api/user/install', () => {
        quota = 6;
        return HttpResponse.error();
      }),
    );
    const user = await open();
    await fillIn(user);
    await installWindows(user);
    await findToast('Installation failed');
    await waitFor(() => expect(sidebar().getByTestId('quota')).toHaveTextContent('6'));
  });

  it('§8 reports a refresh without a token and redirects to /login', async () => {
    const user = await open();
    await fillIn(user);
    server.use(
      http.post('/api/user/install', () => refuse(401)),
      http.post('/api/auth/refresh', () => ok({})),
    );
    await installWindows(user);
    expect(await findToast('Installation failed')).toHaveTextContent('Invalid refresh response');
    expect(await screen.findByText('Welcome back')).toBeVisible();
    expect(address()).toBe('/login');
  });

  it('shows the server’s errors at their fields', async () => {
    server.use(
      http.post('/api/user/install', () =>
        refuse(422, { details: [{ path: 'ip', message: 'This address is private.' }] }),
      ),
    );
    const user = await open();
    await fillIn(user);
    await installWindows(user);
    expect(await screen.findByText('This address is private.')).toBeVisible();
  });

  it.each([0, -1])('§5 replaces the form when the quota is %i', async (quota) => {
    server.use(http.get('/api/user/dashboard', () => ok(makeDashboard({}, { quota }))));
    const user = await open();
    expect(
      screen.getByText(
        "You don't have enough quota to install Windows. Please top up your quota first.",
      ),
    ).toBeVisible();
    expect(screen.queryByLabelText('RDP password')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Install Windows,/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Topup Quota' }));
    expect(await screen.findByRole('dialog', { name: 'Topup Quota' })).toBeVisible();
  });

  it('§5 starts no install with less than one quota', async () => {
    const started = jest.fn();
    server.use(
      http.get('/api/user/dashboard', () => ok(makeDashboard({}, { quota: 0.5 }))),
      http.post('/api/user/install', started),
    );
    const user = await open();
    await fillIn(user);
    await pressInstall(user);
    expect(await findToast('Installation failed')).toHaveTextContent(
      'Insufficient quota: You need at least 1 quota to install Windows.',
    );
    expect(started).not.toHaveBeenCalled();
    expect(screen.getByLabelText('VPS IP address')).toHaveValue('203.0.113.24');
  });

  it('§7 shows how to create a root password', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'How to create it' }));
    const dialog = await screen.findByRole('dialog', { name: 'How to create a root password' });
    expect(dialog).toHaveTextContent(`curl -fsSL ${location.origin}/root-password.sh | sudo sh`);
  });

  it("shows each provider's instructions and Windows versions", async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Provider notes' }));
    const dialog = await screen.findByRole('dialog', { name: 'Provider notes' });
    const choice = within(dialog).getByLabelText('Provider');
    for (const { name, note, before } of Object.values<ProviderText>(PROVIDERS)) {
      await user.selectOptions(choice, name);
      expect(dialog).toHaveTextContent(before);
      expect(dialog).toHaveTextContent(note ?? 'Any version.');
    }
  });

  it('shows the eight steps with the point of no return after the fourth', async () => {
    await open();
    const steps = screen.getByRole('region', { name: 'What happens' }).querySelectorAll('ol > li');
    expect(steps).toHaveLength(9);
    expect(steps[4]).toHaveTextContent('Point of no return: Linux is erased');
  });
});
