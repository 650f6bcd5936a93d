import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { ok, refuse } from '@/testing/answers.js';
import { goTo, openDashboard, sidebar } from '@/testing/dashboard.js';
import { makeUser } from '@/testing/factories.js';
import { address } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const me = makeUser();
// Shorter ones are asked for twice.
const RDP_PASSWORD = 'Sunrise9!Sunset8';

beforeEach(() => server.use(http.get('/api/user/profile', () => ok({ user: me }))));

/** The session is over: every call is refused, and so is the refresh. */
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

const send = (user: UserEvent) =>
  user.click(screen.getByRole('button', { name: 'Install Windows, use 1 quota' }));

describe('a session that runs out in the middle of a form', () => {
  it('§8 leads to /login, and back to the section with all that was typed', async () => {
    const user = await openDashboard();
    await fillIn(user);
    expire();
    await send(user);
    await signIn(user);
    await screen.findByRole('heading', { level: 1, name: 'Install Windows' });
    expect(screen.getByLabelText('VPS IP address')).toHaveValue('203.0.113.24');
    expect(screen.getByLabelText('VPS root password')).toHaveValue('root-secret');
    await screen.findByRole('option', { name: 'Windows Server 2022' });
    expect(screen.getByLabelText('Windows version')).toHaveValue('ws2022');
    expect(screen.getByLabelText('RDP password')).toHaveValue(RDP_PASSWORD);
  });

  it('keeps the settings as well, in their part', async () => {
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

  it('gives nothing to another user', async () => {
    const user = await openDashboard();
    await fillIn(user);
    expire();
    await send(user);
    await signIn(user, makeUser({ username: 'somebody_else' }));
    await screen.findByText(/^Welcome, /);
    await goTo(user, 'Install Windows');
    expect(screen.getByLabelText('VPS IP address')).toHaveValue('');
    expect(screen.getByLabelText('VPS root password')).toHaveValue('');
  });

  it('§4 keeps nothing over a logout', async () => {
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
