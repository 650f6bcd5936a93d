import { FAILURES } from '@casement/proto/texts/failures.js';
import { PROVIDERS } from '@casement/proto/texts/providers.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { goTo, openDashboard, sidebar, table } from '@/testing/dashboard.js';
import { makeInstall } from '@/testing/factories/factories.js';
import { openSite, query } from '@/testing/render.js';
import { page } from '@/testing/responses.js';
import { server } from '@/testing/server.js';
import { chooseLanguage } from '@/messages/load-language.js';

const failed = makeInstall({
  ip: '192.0.2.77',
  status: 'failed',
  quota: 'returned',
  failure: {
    code: 'SSH_AUTH_FAILED',
    message: 'The VPS did not accept the root password.',
    cure: 'Check the root password.',
  },
});

const openHelp = async () => {
  const user = await openDashboard();
  await goTo(user, 'Help');
  await screen.findByRole('heading', { level: 1, name: 'Help' });
  return user;
};
const helpDialog = (name: string) => screen.findByRole('dialog', { name });

describe('/dashboard help section', () => {
  afterEach(() => act(() => chooseLanguage('en')));

  it('has an answer for each question, each provider and each failure code', async () => {
    const user = await openHelp();
    const answers = () => document.querySelectorAll('details details').length;
    expect(answers()).toBe(16 + Object.keys(PROVIDERS).length + Object.keys(FAILURES).length);
    await user.click(screen.getByText('How do I connect to Windows?'));
    expect(screen.getByText(/The user is Administrator/)).toBeVisible();
    await user.click(screen.getByText('Notes by provider'));
    await user.click(screen.getByText('OVHcloud'));
    expect(screen.getByText(PROVIDERS.ovh.before)).toBeVisible();
  });

  it('finds entries by all words of a search, also by failure code', async () => {
    const user = await openHelp();
    const search = screen.getByRole('searchbox', { name: 'Search help' });
    await user.type(search, 'root password refused');
    expect(await screen.findByText('Nothing found')).toBeVisible();
    await user.clear(search);
    await user.type(search, 'ssh_auth_failed');
    expect(await screen.findByText('1 result')).toBeVisible();
    await user.click(screen.getByText('The VPS did not accept the root password.'));
    expect(screen.getByText(/^Nothing on your disk was erased/)).toBeVisible();
    expect(screen.getByText(FAILURES.SSH_AUTH_FAILED.cure)).toBeVisible();
  });

  it('links to the API reference and to the configured support', async () => {
    await openHelp();
    expect(screen.getByRole('link', { name: /^API reference/ })).toHaveAttribute(
      'href',
      '/api/docs',
    );
    const chat = screen.getByRole('link', { name: /^Support chat/ });
    expect(chat).toHaveAttribute('href', expect.stringContaining('I+need+help'));
  });

  it('shows no placeholder of a failure in either language', async () => {
    await openHelp();
    expect(document.body).not.toHaveTextContent(/[{}]/);
    await act(() => chooseLanguage('id'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Bantuan' })).toBeVisible();
    expect(document.body).not.toHaveTextContent(/[{}]/);
    expect(screen.getByText(/Windows tidak mengizinkan … masuk/)).toBeInTheDocument();
  });
});

describe('help on a failure', () => {
  it('opens from /dashboard?open=help:CODE above the help section', async () => {
    const user = await openSite('/dashboard?open=help:DISK_TOO_SMALL', { token: 't' });
    const dialog = within(await helpDialog('The disk is …; this Windows version requires …'));
    expect(query()).toBe('');
    expect(dialog.getByText('Failures while checking your VPS')).toBeVisible();
    expect(dialog.getByText(FAILURES.DISK_TOO_SMALL.cure)).toBeVisible();
    expect(dialog.getByText(/A check uses no quota/)).toBeVisible();
    expect(dialog.getByRole('link', { name: /^Support chat/ })).toHaveAttribute(
      'href',
      expect.stringContaining('DISK_TOO_SMALL'),
    );
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    expect(sidebar().getByRole('button', { name: 'Help' })).toHaveAttribute('aria-current', 'page');
  });

  it('offers support for an unknown code', async () => {
    await openSite('/dashboard?open=help:GONE', { token: 't' });
    const dialog = within(await helpDialog('Help'));
    expect(dialog.getByText(/There is no help on this failure/)).toBeVisible();
  });

  it('opens from the install history and from the details of a failed install', async () => {
    server.use(http.get('/api/user/install-history', () => page([failed])));
    const user = await openDashboard();
    await goTo(user, 'Install History');
    const name = 'More help: The VPS did not accept the root password.';
    await user.click((await table()).getByRole('button', { name }));
    await helpDialog('The VPS did not accept the root password.');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click((await table()).getByRole('button', { name: 'Details of 192.0.2.77' }));
    const details = within(await helpDialog('192.0.2.77'));
    await user.click(details.getByRole('button', { name }));
    await helpDialog('The VPS did not accept the root password.');
    await user.keyboard('{Escape}');
    expect(await helpDialog('192.0.2.77')).toBeVisible();
  });
});
