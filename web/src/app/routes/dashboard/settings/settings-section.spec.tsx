import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { ok, refuse } from '@/testing/responses.js';
import { goTo, openDashboard } from '@/testing/dashboard.js';
import { makeSession, makeUser } from '@/testing/factories/factories.js';
import { address, findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const open = async () => {
  const user = await openDashboard();
  await goTo(user, 'Settings');
  return user;
};

const rename = async (name: string) => {
  const user = await open();
  const field = screen.getByLabelText('First name');
  await user.clear(field);
  await user.type(field, name);
  await user.click(screen.getByRole('button', { name: 'Save' }));
};

describe('/dashboard settings section', () => {
  it('shows the account data', async () => {
    await open();
    expect(screen.getByText('rahmat_p')).toBeVisible();
    expect(screen.getByText('rahmat@example.com')).toBeVisible();
    expect(screen.getByText('Verified')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  it('saves the first name', async () => {
    let sent: unknown;
    server.use(
      http.put('/api/user/profile', async ({ request }) => {
        sent = await request.json();
        return ok({ user: makeUser() });
      }),
    );
    await rename('Budi');
    expect(await findToast('Profile updated')).toBeVisible();
    expect(sent).toEqual({ first_name: 'Budi' });
  });

  it.each([
    ['a rejection', () => refuse(500), 'Please try again.'],
    ['a response without a user', () => ok({}), 'Profile update failed'],
  ])('§8 shows an error for: %s', async (_, resolver, text) => {
    server.use(http.put('/api/user/profile', resolver));
    await rename('Budi');
    const shown = await screen.findAllByText(text, { selector: '.toast *' });
    expect(shown[0]!.closest('.toast')).toHaveTextContent('Profile update failed');
  });

  describe('§2 Update Password', () => {
    const openPart = async () => {
      const user = await open();
      await user.click(screen.getByRole('button', { name: 'Update Password' }));
      await screen.findByRole('heading', { name: 'Update Password' });
      return user;
    };
    const button = () =>
      within(screen.getByRole('region', { name: 'Update Password' })).getByRole('button', {
        name: 'Update Password',
      });
    const fillIn = async (user: UserEvent, next = 'Sunset', confirm = next) => {
      await user.type(screen.getByLabelText('Current password'), 'Sunrise9!');
      await user.type(screen.getByLabelText('New password'), next);
      await user.type(screen.getByLabelText('Confirm new password'), confirm);
    };

    it('§5 can be submitted only with all three fields filled in', async () => {
      const user = await openPart();
      await user.type(screen.getByLabelText('Current password'), 'Sunrise9!');
      expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(
        /^At least 6 characters\. /,
      );
      await user.type(screen.getByLabelText('New password'), 'Sunset');
      expect(button()).toBeDisabled();
      await user.type(screen.getByLabelText('Confirm new password'), 'S');
      expect(button()).toBeEnabled();
    });

    it('§5 requires at least 6 characters and a matching confirmation', async () => {
      let calls = 0;
      server.use(
        http.post('/api/user/update-password', () => {
          calls += 1;
          return ok(null);
        }),
      );
      const user = await openPart();
      await fillIn(user, 'Sunse', 'Sun');
      await user.click(button());
      expect(await screen.findByText('Password must be at least 6 characters long.')).toBeVisible();
      expect(screen.getByText('New password and confirm password must match.')).toBeVisible();
      expect(calls).toBe(0);
    });

    it('§7 sends the current and the new password and continues with the new token', async () => {
      let sent: unknown;
      server.use(
        http.post('/api/user/update-password', async ({ request }) => {
          sent = await request.json();
          return ok({ accessToken: 'newer' });
        }),
      );
      const user = await openPart();
      await fillIn(user);
      await user.click(button());
      expect(await findToast('Password updated')).toBeVisible();
      expect(sent).toEqual({ currentPassword: 'Sunrise9!', newPassword: 'Sunset' });
      expect(localStorage.getItem('accessToken')).toBe('newer');
      expect(screen.getByLabelText('Current password')).toHaveValue('');
    });

    it.each([
      [{ message: 'The current password is wrong.' }, 'The current password is wrong.'],
      [{}, 'Failed to update password.'],
    ])('§8 shows a failure and keeps the input (%j)', async (answer, text) => {
      server.use(http.post('/api/user/update-password', () => refuse(400, answer)));
      const user = await openPart();
      await fillIn(user);
      await user.click(button());
      expect(await findToast('Update failed')).toHaveTextContent(text);
      expect(screen.getByLabelText('New password')).toHaveValue('Sunset');
    });

    it('shows a problem of the current password at its field', async () => {
      server.use(
        http.post('/api/user/update-password', () =>
          refuse(400, { details: [{ path: 'currentPassword', message: 'It is another one.' }] }),
        ),
      );
      const user = await openPart();
      await fillIn(user);
      await user.click(button());
      expect(await screen.findByText('It is another one.')).toBeVisible();
    });
  });

  describe('sessions', () => {
    const phone = makeSession({ device: 'Safari on iPhone', address: '198.51.100.23' });

    const openSessions = async () => {
      const ended: string[] = [];
      server.use(
        http.get('/api/user/sessions', () =>
          ok([makeSession({ current: true }), ...(ended.length > 0 ? [] : [phone])]),
        ),
        http.delete('/api/user/sessions', () => {
          ended.push('others');
          return ok(null);
        }),
        http.delete('/api/user/sessions/:id', ({ params }) => {
          ended.push(params.id as string);
          return ok(null);
        }),
      );
      const user = await open();
      await user.click(screen.getByRole('button', { name: 'Update Password' }));
      return { user, ended };
    };

    it('show device, address and last use, and mark the current one', async () => {
      await openSessions();
      const rows = await screen.findAllByRole('listitem');
      expect(rows).toHaveLength(2);
      expect(within(rows[0]!).getByText('This session')).toBeVisible();
      expect(within(rows[0]!).queryByRole('button')).not.toBeInTheDocument();
      expect(within(rows[1]!).getByText('Safari on iPhone')).toBeVisible();
      expect(within(rows[1]!).getByText('198.51.100.23')).toBeVisible();
      expect(within(rows[1]!).getByText('last active 21 Nov 2026, 14:00 WIB')).toBeVisible();
    });

    it.each([
      ['one', 'Sign out Safari on iPhone', phone.id, 'Session signed out'],
      ['all others', 'Sign out all others', 'others', 'All other sessions signed out'],
    ])('end on request: %s', async (_, button, id, title) => {
      const { user, ended } = await openSessions();
      await user.click(await screen.findByRole('button', { name: button }));
      expect(await findToast(title)).toBeVisible();
      await waitFor(() => expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument());
      expect(ended).toEqual([id]);
      expect(screen.queryByRole('button', { name: 'Sign out all others' })).not.toBeInTheDocument();
    });

    it('§8 show a failed sign-out', async () => {
      const { user } = await openSessions();
      server.use(http.delete('/api/user/sessions', () => refuse(500)));
      await user.click(await screen.findByRole('button', { name: 'Sign out all others' }));
      expect(await findToast('Sign-out failed')).toHaveTextContent('Please try again.');
      expect(screen.getByText('Safari on iPhone')).toBeVisible();
    });

    it('show a failed load and retry', async () => {
      server.use(http.get('/api/user/sessions', () => refuse(500)));
      const user = await open();
      await user.click(screen.getByRole('button', { name: 'Update Password' }));
      await screen.findByText('Failed to load your sessions');
      server.use(http.get('/api/user/sessions', () => ok([phone])));
      await user.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(await screen.findByText('Safari on iPhone')).toBeVisible();
    });
  });

  describe('Delete account (§7 DELETE /user/account)', () => {
    const openDialog = async () => {
      const user = await open();
      await user.click(screen.getByRole('button', { name: 'Delete account' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Delete account' }));
      return { user, dialog, button: dialog.getByRole('button', { name: 'Delete my account' }) };
    };

    it('requires typing the username', async () => {
      const { user, dialog, button } = await openDialog();
      expect(button).toBeDisabled();
      await user.type(dialog.getByLabelText('Type rahmat_p to confirm'), 'rahmat');
      expect(button).toBeDisabled();
      await user.keyboard('_p');
      expect(button).toBeEnabled();
    });

    it('signs out and shows the landing page', async () => {
      server.use(http.delete('/api/user/account', () => ok(null)));
      const { user, dialog, button } = await openDialog();
      await user.type(dialog.getByLabelText('Type rahmat_p to confirm'), 'rahmat_p');
      await user.click(button);
      await screen.findByText('One-Click VPS to Windows OS Solution');
      expect(address()).toBe('/');
      expect(localStorage.getItem('accessToken')).toBeNull();
      expect(await findToast('Account deleted')).toBeVisible();
    });

    it('shows why it was rejected and changes nothing', async () => {
      const message = 'An install is still under way. Wait for it to end and try again.';
      server.use(
        http.delete('/api/user/account', () =>
          refuse(409, { message, code: 'ACCOUNT_HAS_ACTIVE_INSTALLS' }),
        ),
      );
      const { user, dialog, button } = await openDialog();
      await user.type(dialog.getByLabelText('Type rahmat_p to confirm'), 'rahmat_p');
      await user.click(button);
      expect(await dialog.findByText(message)).toBeVisible();
      expect(await findToast('Delete failed')).toHaveTextContent(message);
      expect(address()).toBe('/dashboard');
      expect(localStorage.getItem('accessToken')).toBe('t');
    });
  });
});
