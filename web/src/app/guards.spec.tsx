import { act, screen, within } from '@testing-library/react';
import { http } from 'msw';
import { endSession, startSession } from '@/lib/session/session.js';
import { never, ok, refuse } from '@/testing/responses.js';
import { makeUser } from '@/testing/factories/factories.js';
import { address, go, openSite } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const VISITORS = ['/login', '/register', '/forgot-password', '/reset-password'];

describe('route guards', () => {
  it.each(VISITORS)('§2 shows %s to visitors', async (path) => {
    await openSite(path);
    await screen.findByRole('heading', { level: 1 });
    expect(address()).toBe(path);
  });

  it.each(VISITORS)('§2 redirects a signed-in user away from %s', async (path) => {
    await openSite(path, { token: 't' });
    await screen.findByText('Welcome, Rahmat');
    expect(address()).toBe('/dashboard');
  });

  it.each(VISITORS.flatMap((path) => [null, '', '  '].map((email) => [path, email] as const)))(
    '§2 keeps on %s a user whose email is %p',
    async (path, email) => {
      server.use(http.get('/api/user/profile', () => ok({ user: makeUser({ email }) })));
      await openSite(path, { token: 't' });
      await screen.findByRole('heading', { level: 1, hidden: true });
      expect(address()).toBe(path);
    },
  );

  it('§2 redirects a visitor from /dashboard to /login', async () => {
    await openSite('/dashboard');
    await screen.findByText('Welcome back');
    expect(address()).toBe('/login');
  });

  it('§2 redirects every other path to the landing page', async () => {
    await openSite('/no/such/page');
    await screen.findByText('One-Click VPS to Windows OS Solution');
    expect(address()).toBe('/');
  });

  it('§2 redirects to /login again after a logout has led to the root', async () => {
    await openSite('/dashboard', { token: 't' });
    await screen.findByText('Welcome, Rahmat');
    act(() => endSession('/'));
    await screen.findByText('One-Click VPS to Windows OS Solution');
    act(() => startSession(makeUser(), 'fresh'));
    act(() => go('/dashboard'));
    await screen.findByText('Welcome, Rahmat');
    act(() => endSession());
    await screen.findByText('Welcome back');
    expect(address()).toBe('/login');
  });

  it('§2 shows Loading... until the session is known', async () => {
    server.use(http.get('/api/user/profile', never));
    void openSite('/dashboard', { token: 't' });
    expect(await screen.findByText('Loading...')).toBeVisible();
  });

  it('§4 clears the token and signs out when the profile request fails', async () => {
    server.use(http.get('/api/user/profile', () => refuse(500)));
    await openSite('/dashboard', { token: 't' });
    await screen.findByText('Welcome back');
    expect(localStorage.getItem('accessToken')).toBeNull();
  });

  it.each([
    ...[...VISITORS, '/verify-email'].map((path) => [path, undefined] as const),
    ['/dashboard', 't'] as const,
  ])('§2 has a home link in the header of %s', async (path, token) => {
    await openSite(path, { token });
    await screen.findByRole('heading', { level: 1 });
    const header = within(screen.getByRole('banner'));
    expect(header.getByRole('link', { name: 'Casement' })).toHaveAttribute('href', '/');
  });
});
