import type { Page } from '@playwright/test';
import { expect, test } from '../support/console-errors.js';
import { newUser, PASSWORD } from './accounts.js';
import { answerCaptcha, signInAs, signOut, toast, toSection } from './screens.js';

/** Adds a platform authenticator with user verification, as Chrome DevTools does. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Without it, the authenticator does not answer, and the autofill offers no passkey. */
    setPresent: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}

const welcome = (page: Page, username: string) => page.getByText(`Welcome, ${username}`);
const usePasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' });

test.describe('passkeys, against the running product', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('a customer adds a passkey, signs in with it as second factor and alone, and removes it', async ({
    page,
  }) => {
    const user = await newUser();
    const authenticator = await addAuthenticator(page);
    await authenticator.setPresent(false);
    await signInAs(page, user.username, PASSWORD);
    await expect(welcome(page, user.username)).toBeVisible();
    await toSection(page, 'Settings');
    await page.getByRole('button', { name: 'Two-factor', exact: true }).click();
    await authenticator.setPresent(true);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(toast(page, 'Passkey added')).toBeVisible();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const code = (await codes.first().textContent())!;
    await page.getByRole('button', { name: 'I’ve saved them' }).click();

    // The password alone no longer signs in.
    await authenticator.setPresent(false);
    await signOut(page, 'Logout');
    await signInAs(page, user.username, PASSWORD);
    await expect(usePasskey(page)).toBeVisible();
    await authenticator.setPresent(true);
    await usePasskey(page).click();
    await expect(welcome(page, user.username)).toBeVisible();

    // The recovery code does, once.
    await authenticator.setPresent(false);
    await signOut(page, 'Logout');
    await signInAs(page, user.username, PASSWORD);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(code);
    await page.getByRole('button', { name: 'Verify and Sign In' }).click();
    await expect(welcome(page, user.username)).toBeVisible();

    // The autofill of the sign-in page needs neither name nor password.
    await signOut(page, 'Logout');
    await authenticator.setPresent(true);
    await page.goto('/login');
    await expect(welcome(page, user.username)).toBeVisible();

    await toSection(page, 'Settings');
    await page.getByRole('button', { name: 'Access', exact: true }).click();
    await expect(page.getByText(/^Passkey: /)).toBeVisible();
    await expect(page.getByText('9 of 10 left')).toBeVisible();
    await page.getByRole('button', { name: 'Manage: Second factors' }).click();
    await page.getByRole('button', { name: /^Remove passkey: / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(toast(page, 'Passkey removed')).toBeVisible();
    await signOut(page, 'Logout');
    await authenticator.setPresent(false);
    await page.goto('/login');
    await page.getByLabel('Username or email').fill(user.username);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await answerCaptcha(page);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(welcome(page, user.username)).toBeVisible();
  });
});
