import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { goToAdmin, openAdmin } from '@/testing/admin.js';
import { never, ok, refuse } from '@/testing/responses.js';
import { sidebar, table } from '@/testing/dashboard.js';
import { makeUser, makeVersion } from '@/testing/factories/factories.js';
import { address, findToast, openSite } from '@/testing/render.js';
import { server } from '@/testing/server.js';

describe('/admin access', () => {
  it('§6 redirects non-administrators to /dashboard with Access Denied', async () => {
    await openSite('/admin', { token: 't' });
    expect(await findToast('Access Denied')).toHaveTextContent('You do not have admin privileges.');
    expect(address()).toBe('/dashboard');
  });

  it('§2 redirects visitors to /login', async () => {
    await openSite('/admin');
    await screen.findByText('Welcome back');
    expect(address()).toBe('/login');
  });

  it('§2 links to the admin area from an administrator’s dashboard only', async () => {
    server.use(http.get('/api/user/profile', () => ok({ user: makeUser({ admin: 1 }) })));
    await openSite('/dashboard', { token: 't' });
    expect(await screen.findByRole('link', { name: 'Admin area' })).toHaveAttribute(
      'href',
      '/admin',
    );
  });

  it('§2 hides the link from other users', async () => {
    await openSite('/dashboard', { token: 't' });
    await screen.findByText('Welcome, Rahmat');
    expect(screen.queryByRole('link', { name: 'Admin area' })).not.toBeInTheDocument();
  });
});

describe('/admin frame', () => {
  it('§2 lists exactly the implemented sections', async () => {
    await openAdmin();
    const sections = within(sidebar().getByRole('navigation')).getAllByRole('button');
    expect(sections.map(({ textContent }) => textContent)).toEqual([
      'Overview',
      'Dashboard',
      'Realtime Monitoring',
      'Operations',
      'Customers',
      'Users',
      'Installs',
      'Desktops',
      'Top-ups',
      'Money',
      'Catalogue & Settings',
      'Windows Versions',
      'Products',
      'Payment Methods',
      'Receipts',
      'Vouchers',
      'Telegram',
      'Announcements',
      'Brand',
      'Legal Pages',
      'Two-Factor',
      'Security Monitoring',
      'Security Dashboard',
      'Security Alerts',
      'Blocked IPs',
      'Recovery',
      // Sections that the specification does not have.
      'Detection Rules',
      'Audit Log',
    ]);
  });

  it('§2 switches sections without changing the URL', async () => {
    const user = await openAdmin('Products');
    expect(address()).toBe('/admin');
    expect(document.title).toBe('Products · Casement');
    await goToAdmin(user, 'Users');
    expect(address()).toBe('/admin');
  });

  it('§2 shows User View and Sign Out in the header only', async () => {
    const user = await openAdmin();
    const header = within(screen.getByRole('banner'));
    expect(header.getByRole('link', { name: 'User View' })).toBeVisible();
    expect(header.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await screen.findByRole('dialog', { name: 'Menu' });
    expect(screen.getAllByRole('button', { name: 'Sign Out', hidden: true })).toHaveLength(1);
  });

  it('§2 links to the user view and the landing page', async () => {
    const user = await openAdmin();
    expect(screen.getAllByRole('link', { name: 'Home' })[0]).toHaveAttribute('href', '/');
    await user.click(screen.getByRole('link', { name: 'User View' }));
    await screen.findByText('Welcome, Rahmat');
    expect(address()).toBe('/dashboard');
  });

  it('§2 signs out to the root without an Access Denied toast', async () => {
    const user = await openAdmin();
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await screen.findByText('One-Click VPS to Windows OS Solution');
    expect(address()).toBe('/');
    expect(localStorage.getItem('accessToken')).toBeNull();
    expect(screen.queryByText('Access Denied')).not.toBeInTheDocument();
  });

  it('opens the sections as a menu on narrow screens', async () => {
    const user = await openAdmin();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    await user.click(menu.getByRole('button', { name: 'Products' }));
    await screen.findByRole('heading', { level: 1, name: 'Products' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

const CALLS = [
  'windows-versions',
  'products',
  'users',
  'install-data',
  'payment-methods',
  '2fa/status',
];

describe('/admin entry load', () => {
  it('§7 sends all first requests concurrently', async () => {
    const recordedRequests: string[] = [];
    await openAdmin(
      'Dashboard',
      CALLS.map((call) =>
        http.get(`/api/admin/${call}`, () => {
          recordedRequests.push(call);
          return never();
        }),
      ),
    );
    // Some are requested several times with different filters.
    await waitFor(() => expect([...new Set(recordedRequests)].sort()).toEqual([...CALLS].sort()));
  });

  it.each(CALLS)(
    '§8 shows an error when %s fails and still shows the other regions',
    async (call) => {
      const user = await openAdmin('Dashboard', [
        http.get(`/api/admin/${call}`, () => refuse(503)),
      ]);
      expect(await findToast('Failed to load data')).toHaveTextContent('Please try again.');
      const sound = call === 'products' ? 'Payment Methods' : 'Products';
      await goToAdmin(user, sound);
      expect((await table()).getAllByRole('row')).toHaveLength(2);
    },
  );

  it('§8 shows the server’s message in the failed region', async () => {
    const user = await openAdmin('Dashboard', [
      http.get('/api/admin/windows-versions', () =>
        refuse(503, { message: 'The versions cannot be read now.' }),
      ),
    ]);
    expect(await findToast('Failed to load data')).toHaveTextContent(
      'The versions cannot be read now.',
    );
    await goToAdmin(user, 'Windows Versions');
    const main = within(screen.getByRole('main'));
    expect(await main.findByText('The versions cannot be read now.')).toBeVisible();
    expect(main.getByText('c-7f3a91')).toBeVisible();
    server.use(http.get('/api/admin/windows-versions', () => ok([makeVersion()])));
    await user.click(main.getByRole('button', { name: 'Try Again' }));
    expect((await table()).getByText('ws2022')).toBeVisible();
  });
});

describe('/admin dashboard section', () => {
  it('§2 shows the totals and the latest installs', async () => {
    await openAdmin();
    const pane = async (term: string) =>
      (await screen.findByText(term, { selector: 'dt' })).closest('div')!;
    await waitFor(async () => expect(await pane('Users')).toHaveTextContent('Users1'));
    expect(await pane('Payment methods')).toHaveTextContent('1 of 1 enabled');
    expect(await pane('Installs')).toHaveTextContent('1 of 1 versions available');
    expect(await screen.findByText('203.0.113.24')).toBeVisible();
  });

  it('shows a dash instead of 0 for an unknown figure', async () => {
    await openAdmin('Dashboard', [http.get('/api/admin/users', () => refuse(503))]);
    await findToast('Failed to load data');
    expect(screen.getByText('Users', { selector: 'dt' }).closest('div')).toHaveTextContent('–');
  });
});
