import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { ok, page, refuse } from '@/testing/responses.js';
import { makeInstall, makeTopup, makeUser } from '@/testing/factories/factories.js';
import { address, openSite, query, reload } from '@/testing/render.js';
import { makeReceipt } from '@/testing/factories/receipt-factories.js';
import { server } from '@/testing/server.js';

const install = makeInstall({ ip: '203.0.113.77', status: 'failed' });
const topup = makeTopup({ reference: 'T0815', merchant_ref: 'CSM-1' });

const mockBackend = () =>
  server.use(
    http.get('/api/user/topup/history', () => page([])),
    http.get('/api/user/install/:id', ({ params }) =>
      params['id'] === install.id ? ok(install) : refuse(404, { code: 'NOT_FOUND' }),
    ),
    http.get('/api/user/topup/:reference', ({ params }) =>
      params['reference'] === 'T0815' ? ok(topup) : refuse(404, { code: 'NOT_FOUND' }),
    ),
  );

const open = (link: string) => {
  mockBackend();
  return openSite(`/dashboard?open=${link}`, { token: 't' });
};

describe('dashboard deep link', () => {
  it('opens an install outside the loaded page, in its section, and cleans the URL', async () => {
    const user = await open(`install:${install.id}`);
    expect(await screen.findByRole('dialog', { name: '203.0.113.77' })).toBeVisible();
    expect(query()).toBe('');
    await user.click(screen.getAllByRole('button', { name: 'Close' })[0]!);
    expect(screen.getByRole('heading', { level: 1, name: 'Install History' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('opens the connection details of a completed install', async () => {
    server.use(http.get('/api/user/install/:id', () => ok({ ...install, status: 'completed' })));
    await openSite('/dashboard?open=install:1', { token: 't' });
    expect(await screen.findByRole('dialog', { name: 'Connect to 203.0.113.77' })).toBeVisible();
  });

  it('opens the desktop of an install', async () => {
    server.use(http.get('/api/user/install/:id', () => ok({ ...install, status: 'completed' })));
    await openSite('/dashboard?open=desktop:1', { token: 't' });
    expect(await screen.findByText('This desktop couldn’t be opened')).toBeVisible();
  });

  it('opens a top-up by its reference, also after a reload', async () => {
    await open('topup:T0815');
    await screen.findByRole('dialog', { name: 'Transaction details' });
    await reload();
    const dialog = within(await screen.findByRole('dialog', { name: 'Transaction details' }));
    expect(dialog.getByText('T0815')).toBeVisible();
  });

  it('opens a receipt by its number', async () => {
    server.use(http.get('/api/user/receipts/:number', () => ok(makeReceipt())));
    await open('receipt:RCP-2026-000042');
    expect(await screen.findByRole('dialog', { name: 'Receipt RCP-2026-000042' })).toBeVisible();
  });

  it.each(['install:another', 'topup:another'])(
    "does not find another user's record, %s",
    async (link) => {
      const user = await open(link);
      const dialog = await screen.findByRole('dialog', { name: 'Not found' });
      expect(dialog).toHaveTextContent('We couldn’t find this in your account.');
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    },
  );

  it('offers a retry after a server error', async () => {
    server.use(http.get('/api/user/install/:id', () => refuse(500)));
    const user = await openSite('/dashboard?open=install:1', { token: 't' });
    await screen.findByRole('dialog', { name: 'Something went wrong' });
    mockBackend();
    server.use(http.get('/api/user/install/:id', () => ok(install)));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('dialog', { name: '203.0.113.77' })).toBeVisible();
  });

  it.each(['', 'nonsense', 'user:1', 'install:'])(
    'opens the plain dashboard for the invalid link %j',
    async (link) => {
      await open(link);
      await screen.findByText(/^Welcome, /);
      await waitFor(() => expect(query()).toBe(''));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    },
  );

  it('opens the notification settings from the footer of a mail', async () => {
    mockBackend();
    await openSite('/dashboard?notifications=1', { token: 't' });
    expect(await screen.findByRole('region', { name: 'Notifications' })).toBeVisible();
    expect(query()).toBe('');
  });

  it('continues after the sign-in', async () => {
    mockBackend();
    const user = await openSite(`/dashboard?open=install:${install.id}`);
    await screen.findByText('Welcome back');
    expect(screen.queryByText(/Your session has ended/)).not.toBeInTheDocument();
    server.use(http.post('/api/auth/login', () => ok({ user: makeUser(), accessToken: 'new' })));
    await screen.findByText('7 + 12 = ?');
    await user.type(screen.getByLabelText('Username or email'), 'rahmat_p');
    await user.type(screen.getByLabelText('Password'), 'Sunrise9!');
    await user.type(screen.getByPlaceholderText('Answer'), '19');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByRole('dialog', { name: '203.0.113.77' })).toBeVisible();
    expect(address()).toBe('/dashboard');
    expect(query()).toBe('');
  });
});
