import { act, screen, within } from '@testing-library/react';
import { http } from 'msw';
import { chooseLanguage } from '@/messages/load-language.js';
import { ok, refuse } from '@/testing/responses.js';
import { goTo, openDashboard } from '@/testing/dashboard.js';
import { makeDashboard, makeUser } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const account = makeUser({ time_zone: 'Asia/Jakarta' });

/** Serves and stores the account; returns the bodies of its changes. */
function mockAccount() {
  let user = account;
  const sent: object[] = [];
  server.use(
    http.get('/api/user/profile', () => ok({ user })),
    http.get('/api/user/dashboard', () => ok({ ...makeDashboard(), user })),
    http.put('/api/user/profile', async ({ request }) => {
      const body = (await request.json()) as object;
      sent.push(body);
      user = { ...user, ...body };
      return ok({ user });
    }),
  );
  return sent;
}

const open = async () => {
  const user = await openDashboard();
  await goTo(user, 'Settings');
  await user.click(screen.getByRole('button', { name: 'Language & time' }));
  await screen.findByLabelText('Time zone');
  return user;
};

afterEach(() => act(() => chooseLanguage('en')));

describe('/dashboard settings: language and time zone', () => {
  it('stores the zone with the account and shows times in it', async () => {
    const sent = mockAccount();
    const user = await open();
    expect(screen.getByLabelText('Time zone')).toHaveValue('Asia/Jakarta');
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.selectOptions(screen.getByLabelText('Time zone'), 'Asia/Makassar');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await findToast('Settings saved')).toBeVisible();
    expect(sent).toEqual([{ time_zone: 'Asia/Makassar' }]);
    await user.click(screen.getByRole('button', { name: 'Profile Info' }));
    expect(await screen.findByText('1 Mar 2026, 11:00 WITA')).toBeVisible();
  });

  it('stores the language with the account and switches the page', async () => {
    const sent = mockAccount();
    const user = await open();
    await user.selectOptions(screen.getByLabelText('Language'), 'Bahasa Indonesia');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await findToast('Pengaturan disimpan')).toBeVisible();
    expect(sent).toEqual([{ language: 'id' }]);
    expect(screen.getByRole('heading', { name: 'Bahasa dan zona waktu' })).toBeVisible();
  });

  it('§8 shows a failed change and keeps the selection', async () => {
    mockAccount();
    server.use(http.put('/api/user/profile', () => refuse(500)));
    const user = await open();
    await user.selectOptions(screen.getByLabelText('Time zone'), 'Asia/Makassar');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await findToast('Update failed')).toBeVisible();
    expect(screen.getByLabelText('Time zone')).toHaveValue('Asia/Makassar');
  });
});

describe('account menu', () => {
  const openMenu = async () => {
    const user = await openDashboard();
    await user.click(screen.getByRole('button', { name: 'Account menu of rahmat_p' }));
    const menu = within(await screen.findByRole('dialog', { name: 'rahmat_p' }));
    return { user, menu };
  };

  it('opens the settings and the time zone field', async () => {
    mockAccount();
    const { user, menu } = await openMenu();
    await user.click(menu.getByRole('button', { name: 'Time zone Asia/Jakarta' }));
    expect(await screen.findByLabelText('Time zone')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Account menu of rahmat_p' }));
    const again = within(await screen.findByRole('dialog', { name: 'rahmat_p' }));
    await user.click(again.getByRole('button', { name: 'Settings' }));
    expect(await screen.findByRole('region', { name: 'Profile Info' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('stores the language with the account', async () => {
    const sent = mockAccount();
    const { user, menu } = await openMenu();
    await user.click(menu.getByRole('button', { name: 'Bahasa Indonesia' }));
    expect(await menu.findByRole('button', { name: 'Keluar' })).toBeVisible();
    expect(sent).toEqual([{ language: 'id' }]);
  });

  it('§8 reports a language that could not be stored', async () => {
    mockAccount();
    server.use(http.put('/api/user/profile', () => refuse(503)));
    const { user, menu } = await openMenu();
    await user.click(menu.getByRole('button', { name: 'Bahasa Indonesia' }));
    expect(await findToast('Bahasa gagal disimpan')).toBeVisible();
  });

  it('§2 switches the theme and stores it in local storage', async () => {
    const { user, menu } = await openMenu();
    await user.click(menu.getByRole('button', { name: 'Switch to dark theme' }));
    expect(document.documentElement).toHaveClass('dark');
    expect(localStorage.getItem('casement-theme')).toBe('dark');
    await user.click(menu.getByRole('button', { name: 'Switch to light theme' }));
  });

  it('is closed by Escape and returns the focus to the avatar', async () => {
    const { user } = await openMenu();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Account menu of rahmat_p' })).toHaveFocus();
  });

  it('signs out', async () => {
    const { user, menu } = await openMenu();
    await user.click(menu.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByRole('link', { name: 'Get Started' })).toBeVisible();
  });
});
