import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { goToAdmin, openAdmin } from '@/testing/admin.js';
import { ok, page } from '@/testing/responses.js';
import { goTo, openDashboard, sidebar, table } from '@/testing/dashboard.js';
import { makeInstall, makeUser } from '@/testing/factories/factories.js';
import { back, reload } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const first = makeInstall({ ip: '203.0.113.1', status: 'failed' });
const sixteenth = makeInstall({ ip: '203.0.113.16', status: 'failed' });

/** Mocks an install history with two pages. */
const mockBackend = () =>
  server.use(
    http.get('/api/user/profile', () => ok({ user: makeUser({ id: 'me' }) })),
    http.get('/api/user/install-history', ({ request }) => {
      const n = Number(new URL(request.url).searchParams.get('page'));
      return page([n === 2 ? sixteenth : first], { page: n, total: 16 });
    }),
  );

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('dashboard history state', () => {
  it('Back restores section, page and open dialog', async () => {
    mockBackend();
    const user = await openDashboard();
    await goTo(user, 'Install History');
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await user.click((await table()).getByRole('button', { name: 'Details of 203.0.113.16' }));
    await screen.findByRole('dialog', { name: '203.0.113.16' });
    back();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect((await table()).getByText('203.0.113.16')).toBeVisible();
    back();
    expect(await (await table()).findByText('203.0.113.1')).toBeVisible();
    back();
    await screen.findByText(/^Welcome, /);
  });

  it('a reload restores section, page and open dialog', async () => {
    mockBackend();
    const user = await openDashboard();
    await goTo(user, 'Install History');
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await user.click((await table()).getByRole('button', { name: 'Details of 203.0.113.16' }));
    await screen.findByRole('dialog', { name: '203.0.113.16' });
    await reload();
    const dialog = await screen.findByRole('dialog', { name: '203.0.113.16' });
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!);
    expect((await table()).getByText('203.0.113.16')).toBeVisible();
  });

  it('closing a dialog restored by a reload focuses the section heading', async () => {
    mockBackend();
    const user = await openDashboard();
    await goTo(user, 'Install History');
    await user.click((await table()).getByRole('button', { name: 'Details of 203.0.113.1' }));
    await screen.findByRole('dialog', { name: '203.0.113.1' });
    await reload();
    await screen.findByRole('dialog', { name: '203.0.113.1' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await heading('Install History')).toHaveFocus();
  });

  it('includes the settings sub-section', async () => {
    mockBackend();
    const user = await openDashboard();
    await goTo(user, 'Settings');
    await user.click(screen.getByRole('button', { name: 'Update Password' }));
    await screen.findByLabelText('Current password');
    await reload();
    await screen.findByLabelText('Current password');
    await goTo(user, 'Install Windows');
    back();
    await screen.findByLabelText('Current password');
  });

  it('resets when a section is selected again', async () => {
    mockBackend();
    const user = await openDashboard();
    await goTo(user, 'Install History');
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await (await table()).findByText('203.0.113.16');
    await user.click(sidebar().getByRole('button', { name: 'Dashboard' }));
    await goTo(user, 'Install History');
    expect(await (await table()).findByText('203.0.113.1')).toBeVisible();
  });
});

describe('admin history state', () => {
  it('restores search, filter and page on Back and reload', async () => {
    const requests: string[] = [];
    const user = await openAdmin('Installs', [
      http.get('/api/admin/install-data', ({ request }) => {
        requests.push(new URL(request.url).search);
        return page([first], { total: 31 });
      }),
    ]);
    await table();
    await user.type(screen.getByRole('searchbox'), '203.0');
    await user.selectOptions(screen.getByRole('combobox'), 'failed');
    await waitFor(() => expect(requests.at(-1)).toContain('search=203.0'));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(requests.at(-1)).toContain('page=2'));
    await goToAdmin(user, 'Users');
    back();
    await heading('Installs');
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue('203.0'));
    expect(screen.getByRole('combobox')).toHaveValue('failed');
    const before = requests.length;
    await reload();
    await heading('Installs');
    expect(screen.getByRole('searchbox')).toHaveValue('203.0');
    await waitFor(() =>
      expect(requests.slice(before)).toContain('?page=2&pageSize=15&search=203.0&status=failed'),
    );
  });

  it('resets the search field when another section opens', async () => {
    const user = await openAdmin('Users');
    await table();
    await user.type(screen.getByRole('searchbox'), 'budi');
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue('budi'));
    await goToAdmin(user, 'Installs');
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });
});
