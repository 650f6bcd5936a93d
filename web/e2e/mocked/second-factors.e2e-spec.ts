import type { Page } from '@playwright/test';
import { makeSession } from '@casement/web/testing/factories/factories.js';
import { administrator } from '../support/admin.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { settings, signIn, withTwoFactor } from '../support/identity.js';
import { pressButton, tabTo } from '../support/keyboard.js';
import { addAuthenticator, needsStepUp, owner, passkey } from '../support/second-factors.js';
import { Refusal, type Answers } from '../support/mock-api.js';
import { expect, test } from '../support/site.js';
import { customer } from '../support/customer.js';

// Passkeys need a host with a name.
test.use({ baseURL: `http://localhost:${process.env.MOCKED_PORT ?? 4173}` });

const ADDED = '2026-11-20T03:00:00.000Z';
const REMOVAL = '2026-11-23T02:00:00.000Z';
const all = (): Answers =>
  owner({
    app_enabled_at: ADDED,
    passkeys: [passkey('p1', 'Safari on iPhone'), passkey('p2', 'Chrome on Windows')],
    recovery_at: REMOVAL,
  });

const button = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();
const twoFactor = async (page: Page) => {
  await settings(page, 'Two-factor');
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
};
const confirmCodes = async (page: Page) => {
  await twoFactor(page);
  await button(page, 'Create new codes').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create new codes' }).click();
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor();
};
const refusedCode = () => new Refusal(400, 'Invalid or expired code. Please try again.');

interface Screen {
  name: string;
  path?: '/admin' | '/login' | '/verify-email?undo=abc' | '/verify-email?cancel-recovery=abc';
  answers: () => Answers;
  reach: (page: Page) => Promise<unknown>;
}

const SCREENS: Screen[] = [
  { name: 'two-factor-off', answers: owner, reach: twoFactor },
  {
    name: 'two-factor-codes',
    answers: owner,
    reach: async (page) => {
      await twoFactor(page);
      await button(page, 'Set Up 2FA').click();
      await page.getByLabel('6-digit code').fill('481036');
      await button(page, 'Enable 2FA').click();
      await page.getByText('Save your recovery codes').waitFor();
    },
  },
  { name: 'two-factor-on', answers: all, reach: twoFactor },
  {
    name: 'step-up-passkey',
    answers: () => needsStepUp('POST /user/2fa/recovery-codes', all(), refusedCode),
    reach: async (page) => {
      await confirmCodes(page);
      await button(page, 'Use a recovery code').waitFor();
    },
  },
  {
    name: 'step-up-refused',
    answers: () =>
      needsStepUp('POST /user/2fa/recovery-codes', owner({ app_enabled_at: ADDED }), refusedCode),
    reach: async (page) => {
      await confirmCodes(page);
      await page.getByLabel(/6-digit code/).fill('123456');
      await button(page, 'Confirm').click();
      await page.getByText('Invalid or expired code').first().waitFor();
    },
  },
  {
    name: 'step-up-recovery',
    answers: () => needsStepUp('POST /user/2fa/recovery-codes', all(), refusedCode),
    reach: async (page) => {
      await confirmCodes(page);
      await button(page, 'Use a recovery code').click();
      await page.getByRole('textbox', { name: 'Recovery code' }).fill('7k2m-9xqa');
    },
  },
  {
    name: 'access',
    answers: all,
    reach: async (page) => {
      await settings(page, 'Access');
      await page.getByText('10 of 10 left').waitFor();
    },
  },
  {
    name: 'sign-in-passkey',
    path: '/login',
    answers: () => ({
      ...withTwoFactor(),
      'POST /auth/login': () => ({
        twoFactorRequired: true,
        challengeId: 'c1',
        passkey: { app: false, options: { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost' } },
      }),
    }),
    reach: async (page) => {
      await signIn(page);
      await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    },
  },
  {
    name: 'cancel-recovery',
    path: '/verify-email?cancel-recovery=abc',
    answers: () => ({ ...customer(), 'POST /auth/recovery/cancel': () => null }),
    reach: async (page) => {
      await button(page, 'Cancel the recovery').click();
      await page.getByRole('heading', { name: 'Recovery cancelled' }).waitFor();
    },
  },
  {
    name: 'undo-email-change',
    path: '/verify-email?undo=abc',
    answers: () => ({ ...customer(), 'POST /auth/email/undo': () => null }),
    reach: async (page) => {
      await button(page, 'Undo the change').click();
      await page.getByRole('heading', { name: 'Your email address was restored' }).waitFor();
    },
  },
  {
    name: 'user-recovery',
    path: '/admin',
    answers: () => userWithRecovery(null),
    reach: openUser,
  },
  {
    name: 'user-recovery-waiting',
    path: '/admin',
    answers: () => userWithRecovery(REMOVAL),
    reach: openUser,
  },
];

/** API responses for an administrator who opens a customer with second factors. */
function userWithRecovery(effective_at: string | null): Answers {
  const answers = administrator();
  const { id } = answers['GET /admin/users/*']?.(null) as { id: string };
  return {
    ...answers,
    [`GET /admin/users/${id}/recovery`]: () => ({ available: true, effective_at }),
  };
}

async function openUser(page: Page) {
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: 'Users', exact: true })
    .click();
  await button(page, 'Open budi_s').click();
  await button(page, 'Sessions').click();
  await page.getByRole('heading', { name: 'Account recovery' }).waitFor();
}

test.describe('accessibility and layout: second factors and access to the account', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });
  for (const { name, path, answers, reach } of SCREENS) {
    test(name, async ({ open }) => {
      const page = await open(path ?? '/dashboard', answers(), {
        user: path === undefined || path === '/admin',
      });
      await reach(page);
      await expectAccessibleEverywhere(page, name);
    });
  }
});

test.describe('second factors, by keyboard only', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });
  const focused = (page: Page, name: string) =>
    expect(page.getByRole('heading', { name, exact: true })).toBeFocused();

  test('a customer sets up the app, saves the codes and removes the app', async ({ open }) => {
    const page = await open('/dashboard', owner(), { user: true });
    await twoFactor(page);
    await pressButton(page, 'Set Up 2FA');
    await expect(page.locator('form:focus')).toBeVisible();
    await pressButton(page, 'Cancel');
    await expect(button(page, 'Set Up 2FA')).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('6-digit code'));
    await page.keyboard.type('481036');
    await page.keyboard.press('Enter');
    await focused(page, 'Save your recovery codes');
    await pressButton(page, 'I’ve saved them');
    await focused(page, 'Authenticator app');

    await pressButton(page, 'Remove');
    await page.getByRole('dialog', { name: 'Remove authenticator app' }).waitFor();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Remove')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await pressButton(page, 'Remove');
    await button(page, 'Set Up 2FA').waitFor();
    await focused(page, 'Authenticator app');
  });

  test('a customer cancels a recovery and removes a passkey', async ({ open }) => {
    const page = await open('/dashboard', all(), { user: true });
    await twoFactor(page);
    await pressButton(page, 'Cancel recovery');
    await focused(page, 'Authenticator app');
    await pressButton(page, 'Remove passkey: Safari on iPhone');
    await page.getByRole('dialog', { name: 'Remove passkey' }).waitFor();
    await pressButton(page, 'Remove');
    await expect(button(page, 'Remove passkey: Safari on iPhone')).toBeHidden();
    await focused(page, 'Passkeys');
  });

  test('a customer signs out another session from the access page', async ({ open }) => {
    let sessions = [makeSession({ current: true }), makeSession({ device: 'Safari on iPhone' })];
    const page = await open(
      '/dashboard',
      {
        ...all(),
        'GET /user/sessions': () => sessions,
        'DELETE /user/sessions/*': () => {
          sessions = sessions.slice(0, 1);
          return null;
        },
      },
      { user: true },
    );
    await settings(page, 'Access');
    await pressButton(page, 'Revoke everything else');
    await page.getByRole('dialog', { name: 'Revoke everything else' }).waitFor();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Revoke everything else')).toBeFocused();
    await pressButton(page, 'Sign out Safari on iPhone');
    await expect(button(page, 'Sign out Safari on iPhone')).toBeHidden();
    await focused(page, 'Active sessions');
  });

  test('a sign-in switches between the second factors', async ({ open }) => {
    const page = await open('/login', {
      ...withTwoFactor(),
      'POST /auth/2fa/verify': refusedCode,
    });
    await signIn(page);
    await expect(page.getByLabel('Verification code')).toBeFocused();
    await pressButton(page, 'Use a recovery code');
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await page.keyboard.type('7k2m-9xqa-0bcd-e3fg');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Recovery code')).toHaveValue('');
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await pressButton(page, 'Use the authenticator app');
    await expect(page.getByLabel('Verification code')).toBeFocused();
  });

  test('a confirmation returns to the field after a wrong code', async ({ open }) => {
    const answers = needsStepUp('POST /user/2fa/recovery-codes', all(), refusedCode);
    const page = await open('/dashboard', answers, { user: true });
    await confirmCodes(page);
    await pressButton(page, 'Use the authenticator app');
    await page.keyboard.type('123456');
    await pressButton(page, 'Confirm');
    await expect(page.getByLabel(/6-digit code/)).toBeFocused();
    await pressButton(page, 'Use a recovery code');
    await expect(page.getByRole('textbox', { name: 'Recovery code' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeHidden();
  });

  test('a change of email returns to the field after a wrong code', async ({ open }) => {
    const answers = { ...customer(), 'POST /user/email/confirm': refusedCode };
    const page = await open('/dashboard', answers, { user: true });
    await settings(page);
    await pressButton(page, 'Change email address');
    await expect(page.getByLabel('New email')).toBeFocused();
    await page.keyboard.type('rahmat@example.org');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Verification code')).toBeFocused();
    await page.keyboard.type('123456');
    await pressButton(page, 'Change email');
    await expect(page.getByText('Invalid or expired code')).toBeVisible();
    await expect(page.getByLabel('Verification code')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Change email address')).toBeFocused();
  });

  test('a customer adds a passkey and receives recovery codes', async ({ open, page }) => {
    await addAuthenticator(page);
    await open('/dashboard', owner(), { user: true });
    await twoFactor(page);
    await pressButton(page, 'Add a passkey');
    await focused(page, 'Save your recovery codes');
    await pressButton(page, 'I’ve saved them');
    await focused(page, 'Authenticator app');
    await expect(page.getByText('Chrome on Linux', { exact: true })).toBeVisible();
  });
});
