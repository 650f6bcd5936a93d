import { fireEvent, screen, within } from '@testing-library/react';
import { http, type JsonBodyType } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { makeAdminTopup } from '@/testing/factories/admin-factories.js';
import { makeInstall, makeUser } from '@/testing/factories/factories.js';

const found = (path: string, rows: (search: string) => JsonBodyType[], requests: string[] = []) =>
  http.get(path, ({ request }) => {
    const search = new URL(request.url).searchParams.get('search');
    if (search !== null) requests.push(search);
    return page(search === null ? [] : rows(search));
  });
const nothing = () => [];
const USERS = '/api/admin/users';
const INSTALLS = '/api/admin/install-data';
const TOPUPS = '/api/admin/topups';

const open = async (...handlers: Parameters<typeof openAdmin>[1] & object) => {
  const user = await openAdmin('Dashboard', [
    ...handlers,
    found(USERS, nothing),
    found(INSTALLS, nothing),
    found(TOPUPS, nothing),
  ]);
  await user.keyboard('{Control>}k{/Control}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Go to' }));
  return { user, dialog, box: dialog.getByRole('combobox') };
};

describe('/admin command palette (Ctrl-K)', () => {
  // Must be the first test of this file, because the palette's code stays loaded afterwards.
  it('receives the first letter because pressing Ctrl prefetches its code', async () => {
    await openAdmin('Dashboard', []);
    fireEvent.keyDown(window, { key: 'Control', ctrlKey: true });
    await import('./palette.js');
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    expect(within(screen.getByRole('dialog')).getByRole('combobox')).toHaveFocus();
  });

  it('opens by Ctrl-K, Cmd-K and its button, with the focus in the search field', async () => {
    const { user, box } = await open();
    expect(box).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.keyboard('{Meta>}k{/Meta}');
    await screen.findByRole('dialog', { name: 'Go to' });
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Go to' }));
    await screen.findByRole('dialog', { name: 'Go to' });
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Go to' })).toHaveFocus();
  });

  it('opens a section by keyboard', async () => {
    const { user, dialog, box } = await open();
    await user.type(box, 'prod');
    await dialog.findByRole('option', { name: 'Products', selected: true });
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Products' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('arrow keys wrap around and set aria-activedescendant', async () => {
    const { user, dialog, box } = await open();
    const options = dialog.getAllByRole('option');
    expect(box).toHaveAttribute('aria-activedescendant', options[0]!.id);
    await user.keyboard('{ArrowUp}');
    expect(box).toHaveAttribute('aria-activedescendant', options.at(-1)!.id);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(options[1]).toHaveAttribute('aria-selected', 'true');
  });

  it.each([['budi'], ['budi@example.com']])('finds a user by %s', async (text) => {
    const requests: string[] = [];
    const budi = makeUser({ username: 'budi_s', email: 'budi@example.com' });
    const { user, dialog, box } = await open(
      found(USERS, () => [budi], requests),
      http.get(`${USERS}/${budi.id}`, () => ok(budi)),
      http.get(`${USERS}/${budi.id}/quota/ledger`, () => page([])),
    );
    await user.type(box, text);
    await user.click(await dialog.findByRole('option', { name: 'budi_s budi@example.com' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'budi_s' })).toBeVisible();
    // Searches once after a pause, not for each letter.
    expect(requests).toEqual([text]);
  });

  it('finds an install by its address', async () => {
    const { user, dialog, box } = await open(
      found(INSTALLS, () => [
        makeInstall({ ip: '203.0.113.77', username: 'wayan', passwd_rdp: null }),
      ]),
    );
    await user.type(box, '113.77');
    await user.click(await dialog.findByRole('option', { name: /^203.0.113.77 wayan/ }));
    await screen.findByRole('heading', { level: 1, name: 'Installs' });
    expect(screen.getByRole('searchbox')).toHaveValue('203.0.113.77');
  });

  it('finds a payment by its reference, also from the payments section', async () => {
    const { user, dialog, box } = await open(
      found(TOPUPS, () => [makeAdminTopup({ reference: 'T26112300841', username: 'budi_s' })]),
    );
    await user.type(box, 'T26112300841');
    await user.click(await dialog.findByRole('option', { name: /^T26112300841 budi_s/ }));
    expect(await screen.findByLabelText('Search by full reference')).toHaveValue('T26112300841');
  });

  it('shows the empty state if no result matches', async () => {
    const { user, dialog, box } = await open();
    await user.type(box, 'qqqq');
    expect(await dialog.findByText('Nothing found')).toBeVisible();
    expect(dialog.queryByRole('option')).not.toBeInTheDocument();
    expect(box).toHaveAttribute('aria-expanded', 'false');
  });

  it('reports a failed search and shows the other results', async () => {
    const { user, dialog, box } = await open(
      http.get(TOPUPS, () => refuse(503)),
      found(USERS, () => [makeUser({ username: 'budi_s', email: null })]),
    );
    await user.type(box, 'budi');
    expect(await dialog.findByRole('option', { name: 'budi_s no email address' })).toBeVisible();
    expect(await dialog.findByText(/couldn’t be loaded/)).toBeVisible();
  });
});
