import { makeUser } from '@casement/web/testing/factories/factories.js';
import { administrator } from '../support/admin.js';
import { settings } from '../support/identity.js';
import { pressButton, tabTo, typeInto } from '../support/keyboard.js';
import { expect, test } from '../support/site.js';
import { customer, visitor } from '../support/customer.js';

test.describe('accounts, by keyboard only', () => {
  test('§2 registers an account', async ({ open }) => {
    let sent: unknown;
    const page = await open('/register', {
      ...visitor(),
      'POST /auth/register': (body) => {
        sent = body;
        return { user: makeUser({ is_verified: false }), accessToken: 'token' };
      },
      'GET /user/profile': () => ({ user: makeUser({ is_verified: false }) }),
    });
    await page.getByText('7 + 12').waitFor();
    await typeInto(page, 'Username', 'rahmat_p');
    await typeInto(page, 'Email', 'rahmat@example.com');
    await typeInto(page, 'Password', 'Sunrise9!');
    await typeInto(page, 'Confirm password', 'Sunrise9!');
    await typeInto(page, 'CAPTCHA', '19');
    await pressButton(page, 'Create account');
    await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
    expect(sent).toMatchObject({ username: 'rahmat_p', captchaAnswer: '19' });
  });

  test('§2 requests a password reset link', async ({ open }) => {
    const page = await open('/forgot-password', {
      ...visitor(),
      'POST /auth/forgot-password': () => null,
    });
    await page.getByText('7 + 12').waitFor();
    await typeInto(page, 'Email', 'rahmat@example.com');
    await typeInto(page, 'CAPTCHA', '19');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  });

  test('§2 enters the e-mail code after a resend', async ({ open }) => {
    const unverified = makeUser({ is_verified: false });
    const page = await open(
      '/verify-email',
      {
        ...customer(),
        'GET /user/profile': () => ({ user: unverified }),
        'POST /auth/resend-verification': () => null,
        'POST /auth/verify-email': () => ({ user: makeUser() }),
      },
      { user: true },
    );
    await page.getByRole('heading', { name: 'Verify your email' }).waitFor();
    await pressButton(page, 'Resend Code');
    await expect(page.locator('.toast', { hasText: 'Code sent' })).toBeVisible();
    await typeInto(page, 'Verification code', 'A1B2C3');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Welcome, Rahmat')).toBeVisible();
  });

  test('§2 opens, reads and closes the terms', async ({ open }) => {
    const page = await open('/login', visitor());
    await page.getByText('7 + 12').waitFor();
    await pressButton(page, 'Terms of Service');
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
    await page.keyboard.press('End');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Terms of Service' })).toBeFocused();
  });

  test('§2 changes the profile and the password', async ({ open }) => {
    const page = await open(
      '/dashboard',
      {
        ...customer(),
        'PUT /user/profile': () => ({
          user: makeUser({ profile: { first_name: 'Siti', avatar_url: null } }),
        }),
        'POST /user/update-password': () => ({ accessToken: 'token' }),
      },
      { user: true },
    );
    await settings(page);
    await typeInto(page, 'First name', 'Siti');
    await page.keyboard.press('Enter');
    await expect(page.locator('.toast', { hasText: 'Profile updated' })).toBeVisible();

    await pressButton(page, 'Update Password');
    await typeInto(page, 'Current password', 'Sunrise9!');
    await typeInto(page, 'New password', 'Sunset99!');
    await typeInto(page, 'Confirm new password', 'Sunset99!');
    await page.keyboard.press('Enter');
    await expect(page.locator('.toast', { hasText: 'Password updated' })).toBeVisible();
  });

  test('§2 changes a user’s role and deletes a user', async ({ open }) => {
    const page = await open(
      '/admin',
      {
        ...administrator(),
        'PUT /admin/users/*': () => ({ user: makeUser() }),
        'DELETE /admin/users/*': () => null,
      },
      { user: true },
    );
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await pressButton(page, 'Users');
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await pressButton(page, 'Change the role of budi_s');
    await page.getByRole('dialog', { name: 'Change role' }).waitFor();
    await pressButton(page, 'Make Admin');
    await expect(page.locator('.toast', { hasText: 'User updated successfully' })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();

    const opener = page
      .getByRole('button', { name: 'Delete budi_s', exact: true })
      .filter({ visible: true });
    await pressButton(page, 'Delete budi_s');
    // The dialog handles Escape only after it has received the focus, which is later than its first render.
    await page.getByRole('dialog', { name: 'Delete User Account' }).waitFor();
    await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Delete User Account' }).waitFor();
    await pressButton(page, 'Delete User');
    await expect(page.locator('.toast', { hasText: 'User deleted successfully' })).toBeVisible();
  });

  test('§2 sets up two-factor sign-in', async ({ open }) => {
    const page = await open('/admin', administrator(), { user: true });
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await pressButton(page, 'Two-Factor');
    await page.getByRole('heading', { level: 1, name: 'Two-Factor' }).waitFor();
    await pressButton(page, 'Set Up 2FA');
    await pressButton(page, 'Hide QR Code');
    await expect(page.getByAltText('QR code for your authenticator app')).toBeHidden();
    await tabTo(page, page.getByLabel('6-digit code'));
    await page.keyboard.type('481036');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Save your recovery codes')).toBeVisible();
  });
});
