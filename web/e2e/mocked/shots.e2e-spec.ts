import type { Page } from '@playwright/test';
import { LEGAL_PAGES } from '@casement/proto/http/auth/legal.js';
import type { TopupQuote } from '@casement/proto/http/billing/topups.js';
import type { InstallRecovery } from '@casement/proto/http/install/recovery.js';
import type { PublicConfig } from '@casement/proto/http/public-config.js';
import { changeLanguage, expectAccessible, languageOf } from '../support/accessibility.js';
import { List, Refusal, type Answers } from '../support/mock-api.js';
import { test } from '../support/site.js';
import { announcement } from '../support/admin.js';
import { ALL } from '../support/widths.js';
import { customer, visitor } from '../support/customer.js';
import {
  makeCreated,
  makeDashboard,
  makeInstall,
  makeQuote,
  makeRecovery,
} from '@casement/web/testing/factories/factories.js';

/**
 * Takes screenshots of every visitor and customer screen in light and dark at three widths, for manual review:
 * `SHOTS=<folder> npx playwright test shots`. `make e2e-all` (ALL=1) runs axe on the same screens. Skipped without
 * either variable.
 */
const folder = process.env.SHOTS;
const only = process.env.ONLY;

interface Screen {
  name: string;
  path: string;
  answers?: () => Answers;
  reach?: (page: Page) => Promise<void>;
}

const section = (name: string) => async (page: Page) => {
  await page.getByText('Welcome, Rahmat').waitFor();
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
};

const legalPages: Answers = {
  'GET /legal-pages': () =>
    LEGAL_PAGES.map((page) => ({ page, version: 1, published_at: '2026-11-21T07:02:00.000Z' })),
};
const config: PublicConfig = {
  statusPageUrl: 'https://status.example.com',
  supportEmail: 'help@example.com',
  supportChatUrl: 'https://t.me/casement_support',
  price: { amount: 50_000, bulk: { quantity: 25, amount: 42_500 } },
};

const quotedVoucher = (voucher: Partial<NonNullable<TopupQuote['voucher']>>) => () => ({
  ...customer(),
  'POST /user/topup/calculate': (body: unknown) => ({
    ...makeQuote((body as { quantity: number }).quantity),
    voucher: {
      code: '7K3M-9QX2-PDHA',
      percentage: null,
      quota: null,
      applied: false,
      refusal: null,
      ...voucher,
    },
  }),
});

/** Customer with a Windows that keeps the recovery system. */
const keeping = (recovery: InstallRecovery | null) => () => {
  const install = makeInstall({
    id: 'install-kept',
    ip: '198.51.100.7',
    guard: { limit: 4, silent_since: null, recovery, kept: 'kept' },
  });
  return {
    ...customer(),
    'GET /user/install-history': () => new List([install], 1),
    'GET /user/install/install-kept': () => install,
  };
};

const enterVoucher = async (page: Page) => {
  await openTopup(page);
  await page.getByRole('button', { name: 'I have a voucher code' }).click();
  await page.getByLabel('Voucher code').fill('7K3M-9QX2-PDHA');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByLabel('Voucher code').scrollIntoViewIfNeeded();
};

const SCREENS: Screen[] = [
  { name: 'landing', path: '/', reach: (p) => p.getByRole('heading', { level: 1 }).waitFor() },
  {
    name: 'learn-more',
    path: '/',
    reach: (p) => p.getByRole('button', { name: 'Learn More' }).click(),
  },
  {
    name: 'landing-on-sale',
    path: '/',
    answers: () => ({ ...visitor(), ...legalPages }),
    reach: async (p) => {
      await p.route('/config.json', (route) => route.fulfill({ json: config }));
      await p.reload();
      await p.getByText(/Rp 42\.500/).waitFor();
      await p.getByText('Refund Policy').waitFor();
    },
  },
  {
    name: 'register-legal',
    path: '/register',
    answers: () => ({ ...visitor(), ...legalPages }),
    reach: (p) => p.getByText('Privacy Policy').waitFor(),
  },
  {
    name: 'login',
    path: '/login',
    reach: (p) => p.getByText('7 + 12 = ?').waitFor(),
  },
  {
    name: 'login-errors',
    path: '/login',
    answers: () => ({ 'GET /auth/captcha/generate': () => new Refusal(500, 'x') }),
    reach: async (p) => {
      await p.getByRole('button', { name: 'Sign In' }).click();
      await p.getByText('Password is required').waitFor();
      await p.locator('.toast').waitFor();
    },
  },
  {
    name: 'two-factor',
    path: '/login',
    answers: () => ({
      ...visitor(),
      'POST /auth/login': () => ({ twoFactorRequired: true, challengeId: 'c1' }),
    }),
    reach: async (p) => {
      await p.getByLabel('Username or email').fill('rahmat_p');
      await p.getByLabel('Password', { exact: true }).fill('correct horse');
      await p.getByPlaceholder('Answer').fill('19');
      await p.getByRole('button', { name: 'Sign In' }).click();
      await p.getByLabel('Verification code').fill('4810');
    },
  },
  {
    name: 'register',
    path: '/register',
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
    name: 'verify-email',
    path: '/verify-email',
    answers: customer,
    reach: (p) => p.getByLabel('Verification code').fill('A1B'),
  },
  {
    name: 'verify-email-visitor',
    path: '/verify-email',
    reach: (p) => p.getByText('Sign in first').waitFor(),
  },
  {
    name: 'dashboard',
    path: '/dashboard',
    answers: customer,
    reach: (p) => p.getByText('Welcome, Rahmat').waitFor(),
  },
  {
    name: 'dashboard-empty',
    path: '/dashboard',
    answers: () => ({
      ...customer(),
      'GET /user/dashboard': () =>
        makeDashboard(
          { admin: 1, profile: { first_name: null, avatar_url: null } },
          { quota: 0, totalVPS: 0, activeConnections: 0, successRate: null },
        ),
      'GET /user/install-history': () => new List([]),
    }),
    reach: (p) => p.getByText('No installs yet').waitFor(),
  },
  {
    name: 'dashboard-error',
    path: '/dashboard',
    answers: () => ({
      ...customer(),
      'GET /user/dashboard': () =>
        new Refusal(
          503,
          'The billing service does not answer. Please try again in a moment.',
          'UNAVAILABLE',
        ),
    }),
    reach: (p) => p.getByText('Failed to load dashboard data').waitFor(),
  },
  {
    name: 'menu',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await p.getByText('Welcome, Rahmat').waitFor();
      const menu = p.getByRole('button', { name: 'Menu', exact: true });
      if (await menu.isVisible()) await menu.click();
    },
  },
  {
    name: 'account-menu',
    path: '/dashboard',
    answers: customer,
    reach: (p) => p.getByRole('button', { name: 'Account menu of rahmat_p' }).click(),
  },
  {
    name: 'announcement',
    path: '/dashboard',
    answers: () => ({ ...customer(), 'GET /user/announcements': () => [announcement] }),
    reach: (p) => p.getByText('Maintenance:').waitFor(),
  },
  {
    name: 'install',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await section('Install Windows')(p);
      await p.getByLabel('VPS IP address').fill('203.0.113');
      await p.getByLabel('RDP password').fill('#Pw9');
      await p.getByText('RDP password cannot start').waitFor();
    },
  },
  {
    name: 'install-advanced',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await section('Install Windows')(p);
      await p.getByText('Advanced: SSH key, port and user').click();
      await p.getByLabel('SSH port').fill('0');
      await p.getByLabel('SSH private key').fill('-----BEGIN OPENSSH PRIVATE KEY-----');
      await p.getByText('SSH port must be').waitFor();
    },
  },
  {
    name: 'install-no-quota',
    path: '/dashboard',
    answers: () => ({
      ...customer(),
      'GET /user/dashboard': () => makeDashboard({}, { quota: 0 }),
    }),
    reach: section('Install Windows'),
  },
  {
    name: 'root-password',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await section('Install Windows')(p);
      await p.getByRole('button', { name: 'How to create it' }).click();
      await p.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'provider-notes',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await section('Install Windows')(p);
      await p.getByRole('button', { name: 'Provider notes' }).click();
      await p.getByLabel('Provider', { exact: true }).selectOption('aws');
      await p.getByText(/Nitro/).waitFor();
    },
  },
  {
    name: 'install-history',
    path: '/dashboard',
    answers: customer,
    reach: section('Install History'),
  },
  {
    name: 'install-details',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await section('Install History')(p);
      await p
        .getByRole('button', { name: 'View progress of 203.0.113.24' })
        .filter({ visible: true })
        .click();
      await p.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'install-failed',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await section('Install History')(p);
      await p
        .getByRole('button', { name: 'Details of 192.0.2.77' })
        .filter({ visible: true })
        .click();
      await p.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'rdp',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await section('Install History')(p);
      await p
        .getByRole('button', { name: 'Connect to 198.51.100.7', exact: true })
        .filter({ visible: true })
        .click();
      await p.getByRole('dialog').waitFor();
    },
  },
  { name: 'rdp-kept', path: '/dashboard', answers: keeping(null), reach: openKept },
  {
    name: 'rdp-kept-responding',
    path: '/dashboard',
    answers: keeping(makeRecovery({ answering: true, install_again: true, start_windows: true })),
    reach: openKept,
  },
  { name: 'topup-history', path: '/dashboard', answers: customer, reach: section('Topup History') },
  {
    name: 'topup-details',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await section('Topup History')(p);
      await p
        .getByRole('button', { name: /^Details of/ })
        .filter({ visible: true })
        .first()
        .click();
      await p.getByRole('dialog').waitFor();
    },
  },
  { name: 'topup', path: '/dashboard', answers: customer, reach: openTopup },
  {
    name: 'topup-voucher',
    path: '/dashboard',
    answers: quotedVoucher({ percentage: 17.45, applied: true }),
    reach: enterVoucher,
  },
  {
    name: 'topup-voucher-free',
    path: '/dashboard',
    answers: quotedVoucher({ quota: 3 }),
    reach: enterVoucher,
  },
  {
    name: 'topup-voucher-refused',
    path: '/dashboard',
    answers: quotedVoucher({
      refusal: { code: 'VOUCHER_NOT_VALID', message: 'This voucher code has been used up.' },
    }),
    reach: enterVoucher,
  },
  {
    name: 'topup-confirm',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await openTopup(p);
      await p.getByRole('button', { name: 'Proceed' }).click();
      await p.getByRole('button', { name: 'Pay Rp 227.325' }).waitFor();
    },
  },
  {
    name: 'qr',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await openTopup(p);
      await p.getByRole('button', { name: 'Proceed' }).click();
      await p.getByRole('button', { name: 'Pay Rp 227.325' }).click();
      await p.getByText('Waiting for your payment').waitFor();
    },
  },
  {
    name: 'payment-created',
    path: '/dashboard',
    answers: () => ({ ...customer(), 'POST /user/topup': () => makeCreated() }),
    reach: async (p) => {
      await openTopup(p);
      await p.getByRole('button', { name: 'Proceed' }).click();
      await p.getByRole('button', { name: 'Pay Rp 227.325' }).click();
      await p.getByRole('button', { name: 'Continue to Payment' }).waitFor();
    },
  },
  { name: 'settings', path: '/dashboard', answers: customer, reach: section('Settings') },
  {
    name: 'help',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await section('Help')(p);
      await p.getByText('How do I connect to Windows?').click();
    },
  },
  {
    name: 'help-search',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await section('Help')(p);
      await p.getByRole('searchbox').fill('password');
      await p.getByText('The VPS did not accept the root password.').click();
    },
  },
  {
    name: 'help-failure',
    path: '/dashboard?open=help:BOOT_EXTERNAL',
    answers: customer,
    reach: (p) => p.getByRole('dialog').waitFor(),
  },
  {
    name: 'change-email',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await section('Settings')(p);
      await p.getByRole('button', { name: 'Change email address' }).click();
      await p.getByLabel('New email').fill('rahmat@example.org');
      await p.getByRole('button', { name: 'Send code' }).click();
      await p.getByLabel('Verification code').waitFor();
    },
  },
  {
    name: 'settings-two-factor',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await section('Settings')(p);
      await p.getByRole('button', { name: 'Two-factor', exact: true }).click();
      await p.getByText('8 of 10 left').waitFor();
    },
  },
  {
    name: 'undo-email-change',
    path: '/verify-email?undo=abc',
    reach: (p) => p.getByRole('button', { name: 'Undo the change' }).waitFor(),
  },
  { name: 'api-keys', path: '/dashboard', answers: customer, reach: openApiKeys },
  {
    name: 'api-key-form',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await openApiKeys(p);
      await p.getByRole('button', { name: 'Create key' }).click();
      await p.getByLabel('Name').waitFor();
    },
  },
  {
    name: 'device-login',
    path: '/dashboard?device=1',
    answers: customer,
    reach: (p) => p.getByLabel('Code from your terminal').waitFor(),
  },
  {
    name: 'device-login-confirm',
    path: '/dashboard?device=1',
    answers: customer,
    reach: async (p) => {
      await p.getByLabel('Code from your terminal').fill('WDJB-MJHT');
      await p.getByRole('button', { name: 'Continue' }).click();
      await p.getByRole('button', { name: 'Create key' }).waitFor();
    },
  },
  {
    name: 'api-key-created',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await openApiKeys(p);
      await p.getByRole('button', { name: 'Create key' }).click();
      await p.getByLabel('Name').fill('Panel');
      await p.getByRole('checkbox', { name: /View installs/ }).check();
      await p.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
      await p.getByRole('button', { name: 'I have copied it' }).waitFor();
    },
  },
  { name: 'scripts', path: '/dashboard', answers: customer, reach: openScripts },
  {
    name: 'script-form',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await openScripts(p);
      await p.getByRole('button', { name: 'Edit “Web server”' }).click();
      await p.getByLabel('Script (PowerShell)').waitFor();
    },
  },
  { name: 'webhooks', path: '/dashboard', answers: customer, reach: openWebhooks },
  {
    name: 'webhook-form',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await openWebhooks(p);
      await p.getByRole('button', { name: 'Create webhook' }).click();
      await p.getByLabel('Endpoint URL').waitFor();
    },
  },
  {
    name: 'webhook-deliveries',
    path: '/dashboard',
    answers: customer,
    reach: openDeliveries,
  },
  {
    name: 'webhook-delivery',
    path: '/dashboard',
    answers: customer,
    reach: async (p) => {
      await openDeliveries(p);
      await p
        .getByRole('button', { name: /^Details: Install completed/ })
        .filter({ visible: true })
        .first()
        .click();
      await p.getByRole('dialog').waitFor();
    },
  },
];

async function openScripts(page: Page) {
  await section('Settings')(page);
  await page.getByRole('button', { name: 'Scripts', exact: true }).click();
  await page.getByText('Web server', { exact: true }).waitFor();
}

async function openWebhooks(page: Page) {
  await section('Settings')(page);
  await page.getByRole('button', { name: 'Webhooks', exact: true }).click();
  await page.getByText('https://old.example.org/hook').waitFor();
}

async function openKept(page: Page) {
  await section('Install History')(page);
  await page
    .getByRole('button', { name: 'Connect to 198.51.100.7', exact: true })
    .filter({ visible: true })
    .click();
  await page.getByRole('button', { name: 'Remove recovery system' }).scrollIntoViewIfNeeded();
}

async function openDeliveries(page: Page) {
  await openWebhooks(page);
  await page.getByRole('button', { name: /^Deliveries: https:\/\/panel/ }).click();
  await page.getByText('Test event').filter({ visible: true }).first().waitFor();
}

async function openApiKeys(page: Page) {
  await section('Settings')(page);
  await page.getByRole('button', { name: 'API keys' }).click();
  await page.getByText('Monitoring', { exact: true }).waitFor();
}

async function openTopup(page: Page) {
  await page.getByText('Welcome, Rahmat').waitFor();
  await page.getByRole('button', { name: 'Topup Quota' }).click();
  await page.getByLabel('Quantity').fill('10');
  await page.getByRole('radio', { name: /QRIS/ }).check();
  await page.getByText('Rp 225.000').first().waitFor();
}

const widths = process.env.WIDTHS?.split(',').map(Number) ?? [375, 768, 1440];

for (const width of widths) {
  test.describe(`screenshots, ${width} px`, () => {
    test.skip(!folder && !ALL, 'set SHOTS to a folder, or ALL=1');
    test.use({
      viewport: { width, height: width < 500 ? 812 : width < 1000 ? 1024 : 900 },
      hasTouch: width < 500,
      contextOptions: { reducedMotion: 'reduce' },
    });
    for (const { name, path, answers, reach } of SCREENS) {
      if (only && !only.split(',').includes(name)) continue;
      for (const theme of ['light', 'dark']) {
        test(`${name} ${theme}`, async ({ open, page }) => {
          await page.addInitScript((t) => localStorage.setItem('casement-theme', t), theme);
          const user = answers === customer || path.startsWith('/dashboard');
          await open(path, answers?.() ?? visitor(), { user });
          await reach?.(page);
          await page.waitForLoadState('networkidle');
          await changeLanguage(page, languageOf(theme, width));
          if (folder) await page.screenshot({ path: `${folder}/${name}-${theme}-${width}.png` });
          if (ALL) await expectAccessible(page);
        });
      }
    }
  });
}
