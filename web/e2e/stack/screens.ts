import { expect, type Locator, type Page } from '@playwright/test';
import { solveCaptcha } from '@casement/local/testing/captcha.js';

export async function answerCaptcha(page: Page | Locator): Promise<void> {
  const question = await page.locator('span', { hasText: /\d+ .* \d+ = \?/ }).textContent();
  await page.getByLabel('CAPTCHA', { exact: true }).fill(solveCaptcha(question ?? ''));
}

/** Signs in at /login and follows the server's redirect. */
export async function signInAs(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await answerCaptcha(page);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Signs out and waits for the landing page, which appears once the server has ended the session. */
export async function signOut(page: Page, button: 'Logout' | 'Sign Out'): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible();
}

/** Waits until the page's token is rejected, because a revocation reaches each service separately. */
export async function isRevoked(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const authorization = `Bearer ${localStorage.getItem('accessToken')}`;
        return (await fetch('/api/user/profile', { headers: { authorization } })).status;
      }),
    )
    .toBe(401);
}

export async function toSection(page: Page, name: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Opens a section of the admin area as an administrator who has just signed in. */
export async function toAdminSection(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Admin area' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await toSection(page, name);
}

/**
 * Goes from the selection to the payment. Accepts the warning that is shown while no Windows image is installable.
 */
export async function placeOrder(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Proceed' }).click();
  const pay = dialog.getByRole('button', { name: /^(Pay Rp|Continue with Binance Pay)/ });
  await expect(pay).toBeVisible();
  const anyway = dialog.getByRole('checkbox', { name: 'Top up anyway' });
  if (await anyway.isVisible()) await anyway.check();
  await pay.click();
}

export const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text });
