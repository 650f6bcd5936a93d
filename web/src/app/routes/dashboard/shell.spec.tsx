import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { never, ok, refuse } from '@/testing/responses.js';
import { goTo, openDashboard, sidebar } from '@/testing/dashboard.js';
import { makeDashboard } from '@/testing/factories/factories.js';
import { address, findToast, openSite } from '@/testing/render.js';
import { server } from '@/testing/server.js';

describe('/dashboard frame', () => {
  it('§2 has the sections, the quota with Topup, the status page and Logout', async () => {
    await openDashboard();
    for (const name of [
      'Dashboard',
      'Install Windows',
      'Install History',
      'Topup History',
      'Settings',
      'Logout',
    ]) {
      expect(sidebar().getByRole('button', { name })).toBeInTheDocument();
    }
    expect(sidebar().getByTestId('quota')).toHaveTextContent('7');
    expect(sidebar().getByText('1 quota per installation')).toBeInTheDocument();
    expect(await sidebar().findByRole('link', { name: /Status page/ })).toHaveAttribute(
      'href',
      'https://status.example.com',
    );
  });

  it('has a link that skips the sidebar', async () => {
    const user = await openDashboard();
    await user.click(screen.getByRole('link', { name: 'Skip to content' }));
    expect(screen.getByRole('main')).toHaveFocus();
    expect(address()).toBe('/dashboard');
  });

  it('§2 omits the status page link if none is configured', async () => {
    server.use(http.get('/config.json', () => new Response('', { status: 404 })));
    await openDashboard();
    expect(sidebar().queryByRole('link', { name: /Status page/ })).not.toBeInTheDocument();
  });

  it('§2 shows Loading your dashboard...', async () => {
    server.use(http.get('/api/user/dashboard', never));
    void openSite('/dashboard', { token: 't' });
    expect(await screen.findByText('Loading your dashboard...')).toBeInTheDocument();
  });

  it('§2 shows a failed load with its correlation id and retries', async () => {
    server.use(http.get('/api/user/dashboard', () => refuse(503)));
    const user = await openSite('/dashboard', { token: 't' });
    expect(await screen.findByText('Failed to load dashboard data')).toBeVisible();
    expect(screen.getByText('c-7f3a91')).toBeVisible();
    expect(await findToast('Failed to load data')).toHaveTextContent(
      'Please try refreshing the page.',
    );
    server.use(http.get('/api/user/dashboard', () => ok(makeDashboard())));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Welcome, Rahmat')).toBeVisible();
  });

  it.each([
    ['succeeds', () => ok(null)],
    ['fails', () => refuse(500)],
  ])('§2 returns to the root when the logout %s', async (_, resolver) => {
    server.use(http.post('/api/auth/logout', resolver));
    const user = await openDashboard();
    await user.click(sidebar().getByRole('button', { name: 'Logout' }));
    await screen.findByText('One-Click VPS to Windows OS Solution');
    expect(address()).toBe('/');
    expect(localStorage.getItem('accessToken')).toBeNull();
  });

  it('§8 redirects to /login when the session cannot be refreshed', async () => {
    const user = await openDashboard();
    server.use(http.get('/api/user/topup/history', () => refuse(401)));
    await user.click(sidebar().getByRole('button', { name: 'Topup History' }));
    await screen.findByText('Welcome back');
    expect(address()).toBe('/login');
  });

  it('moves the focus and the title to the new section', async () => {
    const user = await openDashboard();
    await goTo(user, 'Topup History');
    expect(screen.getByRole('main')).toHaveFocus();
    expect(document.title).toBe('Topup History · Casement');
    expect(sidebar().getByRole('button', { name: 'Topup History' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });

  it('opens the sidebar as a menu on narrow screens', async () => {
    const user = await openDashboard();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    await user.click(menu.getByRole('button', { name: 'Settings' }));
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});
