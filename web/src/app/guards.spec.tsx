import { screen } from '@testing-library/react';
import { http } from 'msw';
import { never, ok, refuse } from '../testing/answers.js';
import { makeUser } from '../testing/factories.js';
import { address, openSite } from '../testing/render.js';
import { server } from '../testing/server.js';

describe('guards', () => {
  it.each(['/login', '/register'])('§2 shows %s to visitors', async (path) => {
    await openSite(path);
    await screen.findByRole('heading', { level: 1 });
    expect(address()).toBe(path);
  });

  it.each(['/login', '/register'])('§2 sends a signed-in user from %s on', async (path) => {
    await openSite(path, { token: 't' });
    await screen.findByText('Welcome, Rahmat');
    expect(address()).toBe('/dashboard');
  });

  it.each([null, '  '])('§2 leaves a user whose email is %p on /login', async (email) => {
    server.use(http.get('/api/user/profile', () => ok({ user: makeUser({ email }) })));
    await openSite('/login', { token: 't' });
    expect(await screen.findByText('Welcome back')).toBeVisible();
    expect(address()).toBe('/login');
  });

  it('§2 sends a visitor from /dashboard to /login', async () => {
    await openSite('/dashboard');
    await screen.findByText('Welcome back');
    expect(address()).toBe('/login');
  });

  it('§2 shows Loading... while it is not known who is signed in', async () => {
    server.use(http.get('/api/user/profile', never));
    void openSite('/dashboard', { token: 't' });
    expect(await screen.findByText('Loading...')).toBeVisible();
  });

  it('§4 clears the token and signs out when the profile cannot be fetched', async () => {
    server.use(http.get('/api/user/profile', () => refuse(500)));
    await openSite('/dashboard', { token: 't' });
    await screen.findByText('Welcome back');
    expect(localStorage.getItem('accessToken')).toBeNull();
  });

  it('§2 has a home link in the header of the account screens', async () => {
    await openSite('/login');
    expect(await screen.findByRole('link', { name: 'Casement' })).toHaveAttribute('href', '/');
  });
});
