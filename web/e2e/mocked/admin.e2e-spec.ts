import type { Page, Request } from '@playwright/test';
import type { LegalPageForAdmin } from '@casement/proto/http/auth/legal.js';
import type { AdminInstallDetails } from '@casement/proto/http/install/admin-installs.js';
import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { FAILURES } from '@casement/proto/texts/failures.js';
import {
  makeDependency,
  makeOperations,
} from '@casement/web/testing/factories/operations-factories.js';
import { makeTopupDetails } from '@casement/web/testing/factories/admin-factories.js';
import { makeRecovery } from '@casement/web/testing/factories/factories.js';
import { administrator } from '../support/admin.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { expect, test, type Site } from '../support/site.js';
import { List, Refusal, type Answers } from '../support/mock-api.js';
import { customer } from '../support/customer.js';

const plan = (quantity: number, amount: number) => ({ quantity, amount, amount_usdt: null });
const refundOptions = {
  full: plan(10, 451_450),
  unused: plan(4, 165_000),
  unused_quantity: 4,
  by_provider: true,
};
const refundByHand = {
  ...plan(10, 451_450),
  state: 'by_hand',
  origin: 'administrator',
  taken: 10,
  reason: 'The customer paid twice',
  reference: null,
  failure: null,
  by: 'rahmat',
  created_at: '2026-11-22T07:02:00.000Z',
} as const;

/** An install in review whose recovery system responds. */
const inRecovery: Answers = {
  'GET /admin/install-data/*': () => {
    const details = administrator()['GET /admin/install-data/*']!(null) as AdminInstallDetails;
    const recovery = makeRecovery({
      answering: true,
      written_since: true,
      stop_code: '0x0000007b',
      setup_state: 'IMAGE_STATE_SPECIALIZE_RESEAL_TO_OOBE',
      io_errors: 3,
    });
    const guard = { limit: 4, silent_since: null, recovery };
    const failure = {
      code: 'WINDOWS_DID_NOT_START',
      message: 'Windows did not start: it stopped with code 0x0000007b.',
      cure: FAILURES.WINDOWS_DID_NOT_START.cure,
    };
    const install: InstallRecord = {
      ...details.install,
      status: 'manual_review',
      quota: 'held',
      failure,
      restored: null,
      guard,
    };
    return { ...details, install, recovery: { start_windows: 'possible', release: true } };
  },
};
const openRecovery = async (page: Page) => {
  await press('192.0.2.77')(page);
  await page.getByRole('dialog').getByText('Starts without success').waitFor();
};

const legalPage: LegalPageForAdmin = {
  page: 'terms',
  draft: null,
  versions: [2, 1].map((version) => ({
    version,
    published_at: `2026-11-${20 + version}T07:02:00.000Z`,
    text_en: '# Terms\n\nOne quota installs Windows once.',
    text_id: '# Ketentuan\n\nSatu kuota memasang Windows satu kali.',
    change_en: 'Refunds are new.',
    change_id: 'Pengembalian dana ditambahkan.',
    asks_acceptance: true,
  })),
  template_en: '# Terms',
  template_id: '# Ketentuan',
};

interface Screen {
  name: string;
  section?: string;
  answers?: Answers;
  reach?: (page: Page) => Promise<unknown>;
}

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();

/** Opens a user's page. The heading of the list stays until its code has arrived. */
const openUser = async (page: Page) => {
  await press('Open budi_s')(page);
  await page.getByRole('button', { name: 'All users', exact: true }).waitFor();
};

const dialogBy = (name: string) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole('dialog').waitFor();
};

const scrolledToPlots = async (page: Page) => {
  await page.getByText('Show as table').first().scrollIntoViewIfNeeded();
  await page.getByRole('slider', { name: /^Installs of/ }).waitFor();
};

const setUp = async (page: Page) => {
  await press('Set Up 2FA')(page);
  await page.getByLabel('6-digit code').fill('4810');
};

const openTopup = (page: Page) =>
  page.getByRole('button', { name: /^T261/ }).filter({ visible: true }).first().click();

const SCREENS: Screen[] = [
  { name: 'dashboard', reach: scrolledToPlots },
  {
    name: 'dashboard-tables',
    reach: async (page) => {
      await scrolledToPlots(page);
      for (let i = 0; i < 2; i += 1) await press('Show as table')(page);
      await page.getByRole('table', { name: 'Installs as a table' }).waitFor();
    },
  },
  {
    name: 'palette',
    reach: async (page) => {
      await page.getByText('Needs attention').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('budi');
      await page
        .getByRole('option', { name: /^budi_s/ })
        .first()
        .waitFor();
    },
  },
  { name: 'monitoring', section: 'Realtime Monitoring' },
  { name: 'windows', section: 'Windows Versions' },
  { name: 'windows-dialog', section: 'Windows Versions', reach: dialogBy('Add Windows Version') },
  { name: 'linux-dialog', section: 'Windows Versions', reach: dialogBy('Add Linux Version') },
  { name: 'products', section: 'Products' },
  {
    name: 'product-dialog',
    section: 'Products',
    reach: async (page) => {
      await dialogBy('Add Product')(page);
      await press('Save')(page);
      await page.getByText('Price is required').waitFor();
    },
  },
  { name: 'users', section: 'Users' },
  {
    name: 'quota-dialog',
    section: 'Users',
    reach: async (page) => {
      await dialogBy('Update the quota of budi_s')(page);
      await page.getByLabel('Amount').fill('5');
    },
  },
  { name: 'user', section: 'Users', reach: openUser },
  {
    name: 'user-gone',
    section: 'Users',
    answers: { 'GET /admin/users/*': () => new Refusal(404, 'User not found', 'NOT_FOUND') },
    reach: openUser,
  },
  { name: 'role-dialog', section: 'Users', reach: dialogBy('Change the role of budi_s') },
  { name: 'delete-dialog', section: 'Users', reach: dialogBy('Delete budi_s') },
  { name: 'installs', section: 'Installs' },
  {
    name: 'install',
    section: 'Installs',
    reach: async (page) => {
      await press('192.0.2.77')(page);
      await page.getByRole('dialog').getByText('Step check').waitFor();
    },
  },
  { name: 'install-recovered', section: 'Installs', answers: inRecovery, reach: openRecovery },
  {
    name: 'start-windows',
    section: 'Installs',
    answers: inRecovery,
    reach: async (page) => {
      await openRecovery(page);
      await press('Start Windows again')(page);
      await page.getByRole('dialog', { name: /^Start Windows again on/ }).waitFor();
    },
  },
  {
    name: 'return-quota',
    section: 'Installs',
    answers: inRecovery,
    reach: async (page) => {
      await openRecovery(page);
      await press('Return the quota')(page);
      const dialog = page.getByRole('dialog', { name: /^Return the quota for/ });
      await dialog.getByRole('button', { name: 'Return the quota' }).click();
      await dialog.getByText('Please enter a resolution note').waitFor();
    },
  },
  {
    name: 'installs-failures',
    section: 'Installs',
    reach: (page) => page.getByText('SSH_AUTH_FAILED').scrollIntoViewIfNeeded(),
  },
  {
    name: 'suspend-dialog',
    section: 'Users',
    reach: async (page) => {
      await page
        .getByRole('checkbox', { name: 'Select budi_s', exact: true })
        .filter({ visible: true })
        .check();
      await press('Suspend')(page);
      await page.getByText('Will change: 1 user').waitFor();
    },
  },
  {
    name: 'set-up',
    answers: {
      'GET /admin/operations/auth': () =>
        makeOperations({
          service: 'auth',
          outside: [makeDependency({ name: 'mail', configured: false, last: null })],
        }),
    },
    reach: (page) => page.getByRole('region', { name: 'Setup' }).waitFor(),
  },
  {
    name: 'banner',
    answers: { 'GET /user/announcements': administrator()['GET /admin/announcements']! },
    reach: (page) => page.getByText('Maintenance:').waitFor(),
  },
  {
    name: 'audit-calendar',
    section: 'Audit Log',
    reach: press('Choose a date: From'),
  },
  {
    name: 'status-dialog',
    section: 'Installs',
    reach: dialogBy('Edit the status of 198.51.100.7'),
  },
  { name: 'topups', section: 'Top-ups' },
  { name: 'money', section: 'Money' },
  {
    name: 'refund',
    section: 'Top-ups',
    answers: { 'GET /admin/topups/*': () => makeTopupDetails({ refund_options: refundOptions }) },
    reach: async (page) => {
      await openTopup(page);
      await press('Refund')(page);
      await page.getByRole('dialog', { name: 'Refund top-up' }).waitFor();
    },
  },
  {
    name: 'refund-by-hand',
    section: 'Top-ups',
    answers: { 'GET /admin/topups/*': () => makeTopupDetails({ refund: refundByHand }) },
    reach: async (page) => {
      await openTopup(page);
      await page.getByText(/^Return Rp/).waitFor();
    },
  },
  {
    name: 'topup',
    section: 'Top-ups',
    reach: async (page) => {
      await openTopup(page);
      await page.getByRole('dialog').getByText('Provider reported PAID').waitFor();
    },
  },
  { name: 'desktops', section: 'Desktops' },
  {
    name: 'desktop-dialog',
    section: 'Desktops',
    reach: dialogBy('End the desktop of 203.0.113.24'),
  },
  {
    name: 'desktops-empty',
    section: 'Desktops',
    answers: { 'GET /admin/desktops': () => new List([]) },
  },
  { name: 'receipts', section: 'Receipts' },
  { name: 'vouchers', section: 'Vouchers' },
  { name: 'create-vouchers', section: 'Vouchers', reach: dialogBy('Create vouchers') },
  { name: 'voucher-uses', section: 'Vouchers', reach: dialogBy('Uses of MERDEKA-2026') },
  {
    name: 'receipt-settings',
    section: 'Receipts',
    reach: dialogBy('Edit settings'),
  },
  {
    name: 'legal',
    section: 'Legal Pages',
    answers: { 'GET /admin/legal/terms': () => legalPage },
    reach: (page) => page.getByText('Version 2', { exact: true }).waitFor(),
  },
  {
    name: 'legal-preview',
    section: 'Legal Pages',
    answers: {
      'GET /admin/legal/terms': () => legalPage,
      'POST /admin/legal-preview': () => ({
        html: '<h1>Terms</h1><p>One quota installs Windows once.</p><ul><li>It is returned if the install fails.</li></ul>',
      }),
    },
    reach: (page) =>
      page
        .getByRole('button', { name: /^Preview/ })
        .first()
        .click()
        .then(() => page.getByRole('dialog').waitFor()),
  },
  { name: 'payments', section: 'Payment Methods' },
  {
    name: 'payments-empty',
    section: 'Payment Methods',
    answers: { 'GET /admin/payment-methods': () => [] },
  },
  { name: 'announcements', section: 'Announcements' },
  {
    name: 'announcement-dialog',
    section: 'Announcements',
    reach: dialogBy('New announcement'),
  },
  { name: '2fa-off', section: 'Two-Factor' },
  { name: '2fa-setup', section: 'Two-Factor', reach: setUp },
  {
    name: '2fa-recovery',
    section: 'Two-Factor',
    reach: async (page) => {
      await setUp(page);
      await page.getByLabel('6-digit code').fill('481036');
      await press('Enable 2FA')(page);
      await page.getByText('Save your recovery codes').waitFor();
    },
  },
  {
    name: '2fa-on',
    section: 'Two-Factor',
    answers: { 'GET /admin/2fa/status': () => ({ enabled: true }) },
  },
];

async function goTo(page: Page, section: string) {
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('button', { name: section, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: section }).waitFor();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test.describe('accessibility and layout: admin area', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });
  for (const { name, section, answers, reach } of SCREENS) {
    test(name, async ({ open }) => {
      const page = await open('/admin', { ...administrator(), ...answers }, { user: true });
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      if (section) await goTo(page, section);
      await reach?.(page);
      // A section or subpage whose code is being fetched has none yet.
      await page.locator('h1:visible').first().waitFor();
      await expect(page.getByRole('status', { name: 'Loading...' })).toHaveCount(0);
      await expectAccessibleEverywhere(page, `admin-${name}`);
    });
  }
});

test('a calendar near the lower edge of the window does not cover its field', async ({ open }) => {
  const page = await open('/admin', administrator(), { user: true });
  await page.setViewportSize({ width: 1280, height: 720 });
  await goTo(page, 'Vouchers');
  await dialogBy('Create vouchers')(page);
  const field = page.getByLabel('Valid until', { exact: true });
  await field.evaluate((input) => input.scrollIntoView({ block: 'end' }));
  const box = (await field.boundingBox())!;
  // Otherwise the calendar has room below the field.
  expect(box.y).toBeGreaterThan(400);
  await press('Choose a date: Valid until')(page);
  const calendar = (await page
    .getByRole('dialog', { name: 'Choose a date: Valid until' })
    .boundingBox())!;
  expect(calendar.y).toBeGreaterThanOrEqual(0);
  expect(calendar.y + calendar.height).toBeLessThanOrEqual(box.y);
});

test('mobile menu opens every admin section', async ({ open, page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await open('/admin', administrator(), { user: true });
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await goTo(page, 'Users');
});

test('§6 an administrator opens the admin area, fetched on demand, and returns to the user view', async ({
  open,
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await open('/dashboard', administrator(), { user: true });
  await page.getByRole('link', { name: 'Admin area' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  expect(requests.filter((path) => /admin-shell/.test(path))).not.toEqual([]);
  await page.getByRole('link', { name: 'User View' }).click();
  await page.getByText('Welcome, Rahmat').waitFor();
});

/**
 * Opens /admin with an administrator's token. The profile request is answered only when the returned `answer` is
 * called. Records the requested paths.
 */
async function openWithPendingProfile(
  page: Page,
  open: Site['open'],
  { section, answers = administrator() }: { section?: string; answers?: Answers } = {},
) {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(pathOf(request)));
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const profile = answers['GET /user/profile'];
  answers['GET /user/profile'] = async (body) => {
    await held;
    return profile?.(body);
  };
  await page.addInitScript(
    ({ token, place }) => {
      localStorage.setItem('accessToken', token);
      history.replaceState({ usr: { place } }, '');
    },
    {
      token: `e30.${btoa(JSON.stringify({ admin: 1 }))}.c2ln`,
      place: section ? { section } : {},
    },
  );
  await open('/admin', answers);
  return {
    requests,
    calls: () => requests.filter((path) => path.startsWith('/api/admin/')),
    answer,
  };
}

const pathOf = (request: Request) => {
  const { pathname, search } = new URL(request.url());
  return pathname + search;
};

test('admin area loads while the profile is pending and opens the last section', async ({
  open,
  page,
}) => {
  const { requests, calls, answer } = await openWithPendingProfile(page, open, {
    section: 'users',
  });
  for (const file of [/admin-shell/, /users-section/]) {
    await expect.poll(() => requests.filter((path) => file.test(path))).not.toEqual([]);
  }
  await expect.poll(() => calls().length).toBe(6);
  answer();
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  expect(requests.filter((path) => /overview-section/.test(path))).toEqual([]);
});

test('admin area fetches its first data in parallel with the profile, and only once', async ({
  open,
  page,
}) => {
  // The fixed clock keeps responses fresh on a busy machine, so none is refetched.
  await page.clock.setFixedTime(Date.now());
  const { calls, answer } = await openWithPendingProfile(page, open);
  await expect.poll(() => calls().some((path) => /outcomes\?/.test(path))).toBe(true);
  const concurrentCalls = calls();
  answer();
  await page.getByRole('heading', { name: 'Latest installs' }).waitFor();
  expect(calls().sort()).toEqual(concurrentCalls.sort());
  expect(new Set(concurrentCalls).size).toBe(concurrentCalls.length);
});

test('a 403 before the admin area is drawn also leads to two-factor setup', async ({
  open,
  page,
}) => {
  const refuse = () => new Refusal(403, 'Set up two-factor.', 'TWO_FACTOR_REQUIRED');
  const { calls, answer } = await openWithPendingProfile(page, open, {
    answers: { ...administrator(), 'GET /admin/users': refuse, 'GET /admin/products': refuse },
  });
  await expect.poll(() => calls().some((path) => /outcomes\?/.test(path))).toBe(true);
  answer();
  await expect(page.getByText('Set up 2FA first', { exact: true })).toBeVisible();
  await page.getByRole('heading', { level: 1, name: 'Two-Factor' }).waitFor();
});

test('§6 a customer at /admin is redirected before any admin code is fetched', async ({
  open,
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await open('/admin', customer(), { user: true });
  await expect(page.getByText('You do not have admin privileges.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(requests.filter((path) => /admin-(shell|parts)|\/api\/admin\//.test(path))).toEqual([]);
});

test('quota correction works by keyboard and restores the focus', async ({ open }) => {
  const page = await open('/admin', administrator(), { user: true });
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await goTo(page, 'Users');
  const quota = page.getByRole('button', { name: 'Update the quota of budi_s', exact: true });
  await quota.filter({ visible: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Update User Quota' })).toBeVisible();
  await expect(page.getByLabel('Operation')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Amount')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('5');
  await expect(page.getByText('0 + 5 = 5')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(quota.filter({ visible: true })).toBeFocused();
});
