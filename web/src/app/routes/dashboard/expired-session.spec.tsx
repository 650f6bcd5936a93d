import { act, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { currentSession } from '@/lib/session/session.js';
import { sessionRefreshFailed } from '@/lib/api/sign-out-event.js';
import { openAdmin } from '@/testing/admin.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { goTo, openDashboard, sidebar, table } from '@/testing/dashboard.js';
import { makeInstall, makeUser } from '@/testing/factories/factories.js';
import { installWindows } from '@/testing/install.js';
import { address, openSite, reload } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const me = makeUser();
// Long enough that the form does not ask to confirm a short password.
const RDP_PASSWORD = 'Sunrise9!Sunset8';

beforeEach(() => server.use(http.get('/api/user/profile', () => ok({ user: me }))));

/** Expires the session: every call and the refresh are rejected. */
const expire = () => {
  server.use(
    http.post('/api/user/install', () => refuse(401)),
    http.put('/api/user/profile', () => refuse(401)),
  );
};

const signIn = async (user: UserEvent, signedIn = me) => {
  await screen.findByText('Welcome back');
  expect(address()).toBe('/login');
  server.use(http.post('/api/auth/login', () => ok({ user: signedIn, accessToken: 'new' })));
  await screen.findByText('7 + 12 = ?');
  await user.type(screen.getByLabelText('Username or email'), signedIn.username);
  await user.type(screen.getByLabelText('Password'), 'Sunrise9!');
  await user.type(screen.getByPlaceholderText('Answer'), '19');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
};

const fillIn = async (user: UserEvent) => {
  await goTo(user, 'Install Windows');
  await user.type(screen.getByLabelText('VPS IP address'), '203.0.113.24');
  await user.type(screen.getByLabelText('VPS root password'), 'root-secret');
  await screen.findByRole('option', { name: 'Windows Server 2022' });
  await user.selectOptions(screen.getByLabelText('Windows version'), 'ws2022');
  await user.type(screen.getByLabelText('RDP password'), RDP_PASSWORD);
};

describe('session expiry while filling in a form', () => {
  it('§8 redirects to /login and restores the section with all input', async () => {
    const user = await openDashboard();
    await fillIn(user);
    expire();
    await installWindows(user);
    expect(await screen.findByText(/^Your session has ended\./)).toBeVisible();
    await signIn(user);
    await screen.findByRole('heading', { level: 1, name: 'Install Windows' });
    expect(screen.getByLabelText('VPS IP address')).toHaveValue('203.0.113.24');
    expect(screen.getByLabelText('VPS root password')).toHaveValue('root-secret');
    await screen.findByRole('option', { name: 'Windows Server 2022' });
    expect(screen.getByLabelText('Windows version')).toHaveValue('ws2022');
    expect(screen.getByLabelText('RDP password')).toHaveValue(RDP_PASSWORD);
  });

  it('restores the settings sub-section with its input', async () => {
    const user = await openDashboard();
    await goTo(user, 'Settings');
    await user.clear(screen.getByLabelText('First name'));
    await user.type(screen.getByLabelText('First name'), 'Rama');
    expire();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await signIn(user);
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    expect(screen.getByLabelText('First name')).toHaveValue('Rama');
  });

  it('restores nothing for another user', async () => {
    const user = await openDashboard();
    await fillIn(user);
    expire();
    await installWindows(user);
    await signIn(user, makeUser({ username: 'somebody_else' }));
    await screen.findByText(/^Welcome, /);
    await goTo(user, 'Install Windows');
    expect(screen.getByLabelText('VPS IP address')).toHaveValue('');
    expect(screen.getByLabelText('VPS root password')).toHaveValue('');
  });

  it('restores the page of the list and the open dialog', async () => {
    const install = makeInstall({ ip: '203.0.113.16', status: 'failed' });
    const history = ({ request }: { request: Request }) =>
      page([install], { page: Number(new URL(request.url).searchParams.get('page')), total: 16 });
    server.use(http.get('/api/user/install-history', history));
    const user = await openDashboard();
    await goTo(user, 'Install History');
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await screen.findByText('Showing 16 to 16 of 16 entries');
    await user.click((await table()).getByRole('button', { name: 'Details of 203.0.113.16' }));
    await screen.findByRole('dialog', { name: '203.0.113.16' });
    act(() => sessionRefreshFailed.emit());
    await signIn(user);
    await screen.findByRole('dialog', { name: '203.0.113.16' });
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Showing 16 to 16 of 16 entries')).toBeVisible();
  });

  it('restores the admin area', async () => {
    const user = await openAdmin('Products');
    server.use(http.get('/api/user/profile', () => ok({ user: me })));
    const admin = currentSession().user!;
    act(() => sessionRefreshFailed.emit());
    await signIn(user, admin);
    await screen.findByRole('heading', { level: 1, name: 'Products' });
    expect(address()).toBe('/admin');
  });

  it('shows the notice if the page is loaded with an expired session', async () => {
    server.use(http.get('/api/user/profile', () => refuse(401)));
    await openSite('/dashboard', { token: 'old' });
    expect(await screen.findByText(/^Your session has ended\./)).toBeVisible();
    await reload();
    expect(await screen.findByText(/^Your session has ended\./)).toBeVisible();
  });

  it('keeps non-secret input across a reload and stores no secret', async () => {
    const user = await openDashboard();
    await fillIn(user);
    await reload();
    await screen.findByRole('heading', { level: 1, name: 'Install Windows' });
    await screen.findByRole('option', { name: 'Windows Server 2022' });
    expect(screen.getByLabelText('VPS IP address')).toHaveValue('203.0.113.24');
    expect(screen.getByLabelText('Windows version')).toHaveValue('ws2022');
    expect(screen.getByLabelText('VPS root password')).toHaveValue('');
    expect(screen.getByLabelText('RDP password')).toHaveValue('');
    const stored = JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state]);
    expect(stored).not.toMatch(/root-secret|Sunrise9/);
  });

  it('§4 keeps nothing after a logout', async () => {
    const user = await openDashboard();
    await fillIn(user);
    await user.click(sidebar().getByRole('button', { name: 'Logout' }));
    await user.click(await screen.findByRole('link', { name: 'Login' }));
    await signIn(user);
    await screen.findByText(/^Welcome, /);
    await goTo(user, 'Install Windows');
    expect(screen.getByLabelText('VPS IP address')).toHaveValue('');
  });
});
