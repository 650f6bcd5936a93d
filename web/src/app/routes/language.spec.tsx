import { act, screen } from '@testing-library/react';
import { http } from 'msw';
import { chooseLanguage } from '@/messages/load-language.js';
import { ok, refuse } from '@/testing/responses.js';
import { makeUser } from '@/testing/factories/factories.js';
import { findToast, openSite } from '@/testing/render.js';
import { server } from '@/testing/server.js';

afterEach(() => act(() => chooseLanguage('en')));

describe('language', () => {
  it('changes without losing the focus or the input', async () => {
    const user = await openSite('/login');
    await screen.findByText('7 + 12 = ?');
    await user.type(screen.getByLabelText('Username or email'), 'rahmat_p');
    await user.click(screen.getByRole('button', { name: 'Bahasa Indonesia' }));
    expect(await screen.findByRole('heading', { name: 'Selamat datang kembali' })).toBeVisible();
    expect(screen.getByLabelText('Nama pengguna atau email')).toHaveValue('rahmat_p');
    expect(screen.getByRole('button', { name: 'English' })).toHaveFocus();
    expect(document.documentElement.lang).toBe('id');
    await user.click(screen.getByRole('button', { name: 'English' }));
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
  });

  it('applies to validation and to the server’s messages', async () => {
    await act(() => chooseLanguage('id'));
    server.use(
      http.post('/api/auth/login', () =>
        refuse(401, {
          message: 'Please check your credentials and try again.',
          code: 'INVALID_CREDENTIALS',
        }),
      ),
    );
    const user = await openSite('/login');
    await screen.findByText('7 + 12 = ?');
    await user.click(screen.getByRole('button', { name: 'Masuk' }));
    expect(await screen.findByText('Kata sandi wajib diisi')).toBeVisible();
    await user.type(screen.getByLabelText('Nama pengguna atau email'), 'rahmat_p');
    await user.type(screen.getByLabelText('Kata sandi'), 'secret');
    await user.type(screen.getByPlaceholderText('Jawaban'), '19');
    await user.click(screen.getByRole('button', { name: 'Masuk' }));
    expect(await findToast('Gagal masuk')).toHaveTextContent('Periksa data masuk Anda');
  });

  it('follows the account after a sign-in', async () => {
    server.use(http.get('/api/user/profile', () => ok({ user: makeUser({ language: 'id' }) })));
    await openSite('/dashboard', { token: 't' });
    expect(await screen.findByText('Selamat datang, Rahmat')).toBeVisible();
  });
});
