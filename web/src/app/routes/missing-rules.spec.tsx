import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { ok, refuse } from '@/testing/responses.js';
import { goTo, openDashboard } from '@/testing/dashboard.js';
import { openSite } from '@/testing/render.js';
import { server } from '@/testing/server.js';

jest.mock('@/lib/form/rules.js', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

describe('form rules that fail to load', () => {
  it('§5 leaves validation to the server, whose errors appear at the fields', async () => {
    server.use(
      http.post('/api/auth/register', () =>
        refuse(422, { details: [{ path: 'email', message: 'Invalid email address' }] }),
      ),
    );
    const user = await openSite('/register');
    await screen.findByText('7 + 12 = ?');
    await user.type(screen.getByLabelText('Email'), 'rahmat');
    await user.type(screen.getByPlaceholderText('Answer'), '19');
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByText('Invalid email address')).toBeVisible();
  });

  it('§5 still compares a new password with its confirmation, which is never sent', async () => {
    let calls = 0;
    server.use(
      http.post('/api/user/update-password', () => {
        calls += 1;
        return ok({ accessToken: 'newer' });
      }),
    );
    const user = await openDashboard();
    await goTo(user, 'Settings');
    await user.click(screen.getByRole('button', { name: 'Update Password' }));
    const form = within(await screen.findByRole('region', { name: 'Update Password' }));
    await user.type(form.getByLabelText('Current password'), 'Sunrise9!');
    await user.type(form.getByLabelText('New password'), 'Sunset');
    await user.type(form.getByLabelText('Confirm new password'), 'Sunsat');
    await user.click(form.getByRole('button', { name: 'Update Password' }));
    expect(await screen.findByText('New password and confirm password must match.')).toBeVisible();
    expect(calls).toBe(0);
  });
});
