import { makeCaptcha, makeUser } from '@casement/web/testing/factories/factories.js';
import { tabTo } from '../support/keyboard.js';
import { expect, test } from '../support/site.js';
import { customer } from '../support/customer.js';
import { withTwoFactor, withoutEmail, withResetLink, settings } from '../support/identity.js';

test.describe('identity, by keyboard only', () => {
  test('§4 signs in with two-factor, after going back once', async ({ open }) => {
    const page = await open('/login', {
      ...customer(),
      ...withTwoFactor(),
      'POST /auth/2fa/verify': () => ({ user: makeUser(), accessToken: 'token' }),
    });
    const login = async () => {
      await page.getByText('7 + 12').waitFor();
      await page.getByLabel('Username or email').focus();
      await page.keyboard.type('rahmat_p');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type('correct horse');
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('correct horse');
      await tabTo(page, page.getByRole('button', { name: 'Refresh CAPTCHA' }));
      await page.keyboard.press('Tab');
      await page.keyboard.type('19');
      await page.keyboard.press('Enter');
      await expect(page.getByLabel('Verification code')).toBeFocused();
    };
    await login();
    await tabTo(page, page.getByRole('button', { name: 'Back to login' }));
    await page.keyboard.press('Enter');
    await login();
    await page.keyboard.type('481026');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Welcome, Rahmat')).toBeVisible();
  });

  test('§2 locked Add Email Address dialog traps the focus and stays open', async ({ open }) => {
    let added = false;
    const page = await open(
      '/login',
      {
        ...withoutEmail(),
        'GET /auth/captcha/generate': () => ({ captcha: makeCaptcha() }),
        'POST /migration/add-email': () => {
          added = true;
          return { user: makeUser({ is_verified: false }) };
        },
      },
      { user: true },
    );
    const dialog = page.getByRole('dialog', { name: 'Add Email Address' });
    await dialog.getByText('7 + 12').waitFor();
    await expect(dialog.getByLabel('Email')).toBeFocused();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press('Tab');
      await expect(dialog.locator(':focus')).toHaveCount(1);
    }
    await dialog.getByLabel('Email').focus();
    await page.keyboard.type('rahmat@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('19');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
    expect(added).toBe(true);
  });

  test('§2 sets a new password from the link and continues to /login', async ({ open }) => {
    const page = await open('/reset-password?token=abc', withResetLink());
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Sunrise9!');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Sunrise9!');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Password reset' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  });

  test('§7 account deletion requires the name; Escape cancels it', async ({ open }) => {
    const page = await open(
      '/dashboard',
      { ...customer(), 'DELETE /user/account': () => null },
      { user: true },
    );
    await settings(page);
    const opener = page.getByRole('button', { name: 'Delete account' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Type rahmat_p to confirm')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Type rahmat_p to confirm')).toBeFocused();
    await page.keyboard.type('rahmat_p');
    await page.keyboard.press('Enter');
    await expect(page.getByText('One-Click VPS to Windows OS Solution')).toBeVisible();
  });
});
