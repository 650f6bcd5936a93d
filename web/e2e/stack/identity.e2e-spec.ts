import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { generate } from 'otplib';
import { expect, test } from '../support/console-errors.js';
import {
  addressOf,
  administrator,
  legacyUser,
  newAdministrator,
  newUser,
  PASSWORD,
} from './accounts.js';
import { readFromMail, LINK } from './mail.js';
import {
  answerCaptcha,
  isRevoked,
  signInAs,
  signOut,
  toAdminSection,
  toast,
  toSection,
} from './screens.js';

/** Screenshots are stored for review if SHOTS_DIR is set. */
const { SHOTS_DIR } = process.env;
const shot = async (page: Page, name: string) => {
  if (SHOTS_DIR) await page.screenshot({ path: join(SHOTS_DIR, `identity-${name}.png`) });
};

const welcome = (page: Page, username: string) => page.getByText(`Welcome, ${username}`);

/** Returns the authenticator code for the time step `steps` from now. */
const codeOf = (secret: string, steps = 0) =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

test.describe('identity, against the running product', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('§4 a forgotten password is replaced by a single-use link in the mail', async ({ page }) => {
    const user = await newUser();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    // The sign-in page has a field with nearly the same name.
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.getByLabel('Email').fill(addressOf(user));
    await answerCaptcha(page);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await shot(page, 'forgot');

    const link = await readFromMail(addressOf(user), LINK);
    await page.goto(link);
    await page.getByLabel('New password').fill('Tirai-Bambu-9!');
    await page.getByLabel('Confirm password').fill('Tirai-Bambu-9!');
    await shot(page, 'reset');
    await page.getByRole('button', { name: 'Reset password' }).click();
    await expect(page.getByRole('heading', { name: 'Password reset' })).toBeVisible();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();

    await signInAs(page, user.username, PASSWORD);
    await expect(toast(page, 'Login failed')).toBeVisible();
    await signInAs(page, user.username, 'Tirai-Bambu-9!');
    await expect(welcome(page, user.username)).toBeVisible();
  });

  test('§2 an administrator sets up two-factor and signs in by app and by recovery code', async ({
    page,
  }) => {
    const admin = await newAdministrator(await administrator());
    await signInAs(page, admin.username, PASSWORD);
    await toAdminSection(page, 'Two-Factor');
    await page.getByRole('button', { name: 'Set Up 2FA' }).click();
    const picture = page.getByAltText('QR code for your authenticator app');
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const secret = (await page.locator('code').textContent())!;
    await shot(page, 'two-factor-setup');
    await page.getByLabel('6-digit code').fill(await codeOf(secret));
    await page.getByRole('button', { name: 'Enable 2FA' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    const recoveryCode = (await codes.first().textContent())!;
    await shot(page, 'recovery-codes');
    await page.getByRole('button', { name: 'I’ve saved them' }).click();
    await signOut(page, 'Sign Out');

    await signInAs(page, admin.username, PASSWORD);
    // The code that enabled two-factor is used up, but the code of the next time step is already valid.
    await page.getByLabel('Verification code').fill(await codeOf(secret, 1));
    await expect(welcome(page, admin.username)).toBeVisible();
    await signOut(page, 'Logout');

    await signInAs(page, admin.username, PASSWORD);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCode);
    await page.getByRole('button', { name: 'Verify and Sign In' }).click();
    await expect(welcome(page, admin.username)).toBeVisible();
  });

  test('§2 a user of the previous product must add an address and verify it by link', async ({
    page,
  }) => {
    const user = await legacyUser();
    await signInAs(page, user.username, PASSWORD);
    const dialog = page.getByRole('dialog', { name: 'Add Email Address' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await dialog.getByLabel('Email').fill(addressOf(user));
    await answerCaptcha(dialog);
    await shot(page, 'add-email');
    await dialog.getByRole('button', { name: 'Add Email' }).click();
    await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();

    await page.goto(await readFromMail(addressOf(user), LINK));
    await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
    await shot(page, 'verified');
    await page.goto('/dashboard');
    await expect(welcome(page, user.username)).toBeVisible();
    await expect(page.getByText('Email not verified')).toHaveCount(0);
  });

  test('§2 promoting and deleting a user signs the user out each time', async ({
    page,
    browser,
  }) => {
    const user = await newUser();
    await signInAs(page, user.username, PASSWORD);
    await expect(welcome(page, user.username)).toBeVisible();

    const desk = await browser.newPage();
    const admin = await newAdministrator(await administrator());
    await signInAs(desk, admin.username, PASSWORD);
    await toAdminSection(desk, 'Users');
    await desk.getByLabel('Search username or email').fill(user.username);
    await desk.getByRole('button', { name: `Change the role of ${user.username}` }).click();
    await desk.getByRole('button', { name: 'Make Admin' }).click();
    await expect(toast(desk, 'User updated successfully')).toBeVisible();
    await expect(desk.getByRole('row', { name: user.username })).toContainText('Admin');
    await isRevoked(page);
    await page.reload();
    await expect(page).toHaveURL(/\/login/);

    await signInAs(page, user.username, PASSWORD);
    await toAdminSection(page, 'Users');
    await desk.getByRole('button', { name: `Delete ${user.username}` }).click();
    await shot(desk, 'delete-user');
    await desk.getByRole('button', { name: 'Delete User' }).click();
    await expect(toast(desk, 'User deleted successfully')).toBeVisible();
    await isRevoked(page);
    await page.reload();
    await expect(page).toHaveURL(/\/login/);
    await signInAs(page, user.username, PASSWORD);
    await expect(toast(page, 'Login failed')).toBeVisible();
  });

  test('§2 a new password ends the other sessions', async ({ page, browser }) => {
    const user = await newUser();
    const phone = await browser.newPage();
    await signInAs(phone, user.username, PASSWORD);
    await expect(welcome(phone, user.username)).toBeVisible();
    await signInAs(page, user.username, PASSWORD);
    await toSection(page, 'Settings');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('Tirai-Bambu-9!');
    await page.getByLabel('Confirm new password').fill('Tirai-Bambu-9!');
    await page.locator('form').getByRole('button', { name: 'Update Password' }).click();
    await expect(toast(page, 'Password updated')).toBeVisible();
    await shot(page, 'password');
    await isRevoked(phone);
    await phone.reload();
    await expect(phone).toHaveURL(/\/login/);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  });
});
