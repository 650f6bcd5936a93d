import type { Page } from '@playwright/test';
import { makeDashboard, makeUser } from '@casement/web/testing/factories/factories.js';
import type { Answers } from './mock-api.js';
import { customer, visitor } from './customer.js';

const ACCOUNT = { username: 'rahmat_p', email: 'rahmat@example.com' };
const legacy = makeUser({ email: null, is_verified: false });

export const withTwoFactor = (): Answers => ({
  ...visitor(),
  'POST /auth/login': () => ({ twoFactorRequired: true, challengeId: 'c1' }),
});

/** API responses for a user without an e-mail address. */
export const withoutEmail = (): Answers => ({
  ...customer(),
  ...visitor(),
  'GET /user/profile': () => ({ user: legacy }),
  'GET /user/dashboard': () => makeDashboard({ email: null, is_verified: false }),
});

export const withResetLink = (): Answers => ({
  ...visitor(),
  'GET /auth/validate-reset-token/abc': () => ACCOUNT,
  'POST /auth/reset-password': () => null,
});

export const signIn = async (page: Page) => {
  await page.getByText('7 + 12').waitFor();
  await page.getByLabel('Username or email').fill('rahmat_p');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByPlaceholder('Answer').fill('19');
  await page.getByRole('button', { name: 'Sign In' }).click();
};

export const settings = async (page: Page, part?: string) => {
  await page.getByRole('navigation', { name: 'Sections' }).getByText('Settings').click();
  // The previous section also has level-2 headings.
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  if (part) await page.getByRole('button', { name: part }).click();
  await page.getByRole('heading', { level: 2 }).first().waitFor();
};
