import type { Page } from '@playwright/test';
import { makeUser } from '@casement/web/testing/factories/factories.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { Refusal, type Answers } from '../support/mock-api.js';
import { test } from '../support/site.js';
import { customer, visitor } from '../support/customer.js';
import {
  withTwoFactor,
  withoutEmail,
  withResetLink,
  signIn,
  settings,
} from '../support/identity.js';

interface Screen {
  name: string;
  path: string;
  answers: () => Answers;
  user?: boolean;
  reach: (page: Page) => Promise<unknown>;
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).waitFor();

const SCREENS: Screen[] = [
  {
    name: 'login',
    path: '/login',
    answers: visitor,
    reach: (p) => p.getByText('7 + 12').waitFor(),
  },
  {
    name: 'login-failed',
    path: '/login',
    answers: () => ({
      ...visitor(),
      'POST /auth/login': () =>
        new Refusal(401, 'Please check your credentials and try again.', 'INVALID_CREDENTIALS'),
    }),
    reach: async (p) => {
      await signIn(p);
      await p.locator('.toast').waitFor();
    },
  },
  {
    name: 'captcha-failed',
    path: '/login',
    answers: () => ({ 'GET /auth/captcha/generate': () => new Refusal(500, 'x') }),
    reach: async (p) => {
      await p.getByText('Failed to load CAPTCHA', { exact: true }).waitFor();
      await p.locator('.toast').waitFor();
    },
  },
  {
    name: 'two-factor',
    path: '/login',
    answers: withTwoFactor,
    reach: async (p) => {
      await signIn(p);
      await p.getByLabel('Verification code').fill('4810');
    },
  },
  {
    name: 'two-factor-recovery',
    path: '/login',
    answers: withTwoFactor,
    reach: async (p) => {
      await signIn(p);
      await p.getByRole('button', { name: 'Use a recovery code' }).click();
      await p.getByLabel('Recovery code').fill('7k2m-9xqa-0bcd-e3fg');
    },
  },
  {
    name: 'two-factor-refused',
    path: '/login',
    answers: () => ({
      ...withTwoFactor(),
      'POST /auth/2fa/verify': () =>
        new Refusal(400, 'Invalid or expired code. Please try again.', 'TWO_FACTOR_CODE_INVALID'),
    }),
    reach: async (p) => {
      await signIn(p);
      await p.getByLabel('Verification code').fill('000000');
      await p.locator('.toast').waitFor();
    },
  },
  {
    name: 'terms',
    path: '/login',
    answers: visitor,
    reach: async (p) => {
      await p.getByRole('button', { name: 'Terms of Service' }).click();
      await p.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'add-email-locked',
    path: '/login',
    answers: withoutEmail,
    user: true,
    reach: async (p) => {
      const dialog = p.getByRole('dialog', { name: 'Add Email Address' });
      await dialog.getByText('7 + 12').waitFor();
      await dialog.getByLabel('Email').fill('rahmat@');
      await dialog.getByRole('button', { name: 'Add Email' }).click();
      await dialog.getByText('Captcha is required').waitFor();
    },
  },
  {
    name: 'add-email-dashboard',
    path: '/dashboard',
    answers: withoutEmail,
    user: true,
    reach: async (p) => {
      await p.getByRole('button', { name: 'Verify now' }).click();
      await p.getByRole('dialog').getByText('7 + 12').waitFor();
    },
  },
  {
    name: 'register',
    path: '/register',
    answers: visitor,
    reach: async (p) => {
      await p.getByLabel('Username').fill('ra');
      await p.getByLabel('Email').fill('rahmat@example.com');
      await p.getByLabel('Password', { exact: true }).fill('Sunrise9');
      await p.getByLabel('Confirm password').fill('Sunrise');
      await p.getByPlaceholder('Answer').fill('19');
      await p.getByText('Username must be at least 3 characters').waitFor();
    },
  },
  {
    name: 'forgot-password',
    path: '/forgot-password',
    answers: visitor,
    reach: (p) => p.getByText('7 + 12').waitFor(),
  },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    answers: () => ({ ...visitor(), 'POST /auth/forgot-password': () => null }),
    reach: async (p) => {
      await p.getByText('7 + 12').waitFor();
      await p.getByLabel('Email').fill('rahmat@example.com');
      await p.getByPlaceholder('Answer').fill('19');
      await p.getByRole('button', { name: 'Send reset link' }).click();
      await heading('Check your email')(p);
    },
  },
  {
    name: 'reset-password-checking',
    path: '/reset-password?token=abc',
    answers: () => ({ 'GET /auth/validate-reset-token/abc': () => new Promise(() => undefined) }),
    reach: (p) => p.getByText('Validating reset link...').waitFor(),
  },
  {
    name: 'reset-password-invalid',
    path: '/reset-password',
    answers: visitor,
    reach: heading('Invalid Reset Link'),
  },
  {
    name: 'reset-password',
    path: '/reset-password?token=abc',
    answers: withResetLink,
    reach: async (p) => {
      await p.getByLabel('New password').fill('Sunrise9');
      await p.getByLabel('Confirm password').fill('Sunrise');
      await p.getByRole('button', { name: 'Reset password' }).click();
      await p.getByText("Passwords don't match").waitFor();
    },
  },
  {
    name: 'reset-password-done',
    path: '/reset-password?token=abc',
    answers: withResetLink,
    reach: async (p) => {
      await p.getByLabel('New password').fill('Sunrise9!');
      await p.getByLabel('Confirm password').fill('Sunrise9!');
      await p.getByRole('button', { name: 'Reset password' }).click();
      await heading('Password reset')(p);
    },
  },
  {
    name: 'verify-email',
    path: '/verify-email',
    answers: customer,
    user: true,
    reach: (p) => p.getByLabel('Verification code').fill('A1B'),
  },
  {
    name: 'verify-email-visitor',
    path: '/verify-email',
    answers: visitor,
    reach: heading('Sign in first'),
  },
  {
    name: 'verify-email-no-address',
    path: '/verify-email',
    answers: withoutEmail,
    user: true,
    reach: heading('Add your email first'),
  },
  {
    name: 'verify-email-link',
    path: '/verify-email?token=abc',
    answers: () => ({
      ...customer(),
      'POST /migration/verify-email': () => ({ user: makeUser() }),
    }),
    user: true,
    reach: heading('Your email is verified'),
  },
  {
    name: 'verify-email-link-refused',
    path: '/verify-email?token=abc',
    answers: () => ({
      ...customer(),
      'POST /migration/verify-email': () =>
        new Refusal(400, 'This verification link is invalid or has expired.'),
    }),
    user: true,
    reach: heading('Email verification failed'),
  },
  {
    name: 'settings-profile',
    path: '/dashboard',
    answers: customer,
    user: true,
    reach: (p) => settings(p),
  },
  {
    name: 'settings-password',
    path: '/dashboard',
    answers: customer,
    user: true,
    reach: async (p) => {
      await settings(p, 'Update Password');
      await p.getByLabel('Current password').fill('Sunrise9!');
      await p.getByLabel('New password', { exact: true }).fill('Sun');
      await p.getByLabel('Confirm new password').fill('Sunset');
      await p.keyboard.press('Enter');
      await p.getByText('New password and confirm password must match.').waitFor();
    },
  },
  {
    name: 'delete-account',
    path: '/dashboard',
    answers: () => ({
      ...customer(),
      'DELETE /user/account': () =>
        new Refusal(
          409,
          'Your account has installs under way, so it was not deleted. Wait for them to end and try again.',
          'ACCOUNT_HAS_ACTIVE_INSTALLS',
        ),
    }),
    user: true,
    reach: async (p) => {
      await settings(p);
      await p.getByRole('button', { name: 'Delete account' }).click();
      // Moves the buttons when it appears.
      await p.getByRole('button', { name: 'Download all receipts' }).waitFor();
      await p.getByLabel('Type rahmat_p to confirm').fill('rahmat_p');
      await p.getByRole('button', { name: 'Delete my account' }).click();
      await p.getByRole('dialog').getByText('it was not deleted').waitFor();
    },
  },
];

test.describe('§2 every account screen and dialog passes axe, light and dark, 375 and 1280 px', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });
  for (const { name, path, answers, user, reach } of SCREENS) {
    test(name, async ({ open }) => {
      const page = await open(path, answers(), { user });
      await reach(page);
      await expectAccessibleEverywhere(page, name);
    });
  }
});
