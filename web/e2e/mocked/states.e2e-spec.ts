import type { Page } from '@playwright/test';
import { administrator } from '../support/admin.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { List, Refusal, type Answers } from '../support/mock-api.js';
import { healthyServices } from '../support/operations.js';
import { test } from '../support/site.js';
import { customer } from '../support/customer.js';

/** Section states: loading, empty, and failed to load. */
interface State {
  name: string;
  path?: '/admin';
  section?: string;
  answers: () => Answers;
  reach: (page: Page) => Promise<unknown>;
}

const never = () => new Promise<never>(() => undefined);
const unavailable = () =>
  new Refusal(503, 'The billing service does not answer. Please try again.', 'UNAVAILABLE');
const emptyList = () => new List([]);

const hasText = (text: string) => (page: Page) =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
const offersTryAgain = (page: Page) =>
  page.getByRole('button', { name: 'Try Again' }).filter({ visible: true }).first().waitFor();
const dialogBy = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();
  await page.getByRole('dialog').waitFor();
};

const of = (answers: Answers) => () => ({ ...customer(), ...answers });
const asAdmin = (answers: Answers) => () => ({ ...administrator(), ...answers });

/** Returns the empty and failed states of a customer's list. */
function emptyAndFailed(section: string, call: string, empty: string): State[] {
  const name = section.toLowerCase().replace(' ', '-');
  return [
    { name: `${name}-none`, section, answers: of({ [call]: emptyList }), reach: hasText(empty) },
    {
      name: `${name}-failed`,
      section,
      answers: of({ [call]: unavailable }),
      reach: offersTryAgain,
    },
  ];
}

const STATES: State[] = [
  {
    name: 'dashboard-loading',
    answers: of({ 'GET /user/dashboard': never }),
    reach: hasText('Loading your dashboard...'),
  },
  {
    name: 'access-denied',
    path: '/admin',
    answers: customer,
    reach: hasText('You do not have admin privileges.'),
  },
  ...emptyAndFailed('Install History', 'GET /user/install-history', 'No installs yet'),
  ...emptyAndFailed('Topup History', 'GET /user/topup/history', 'No top-ups yet'),
  {
    name: 'admin-none',
    path: '/admin',
    answers: asAdmin({
      'GET /admin/install-data': emptyList,
      'GET /admin/topups': emptyList,
      'GET /admin/topups/review': emptyList,
    }),
    reach: hasText('No installs yet'),
  },
  {
    name: 'admin-failed',
    path: '/admin',
    answers: asAdmin({
      'GET /admin/install-data': unavailable,
      'GET /admin/topups': unavailable,
      'GET /admin/topups/review': unavailable,
      'GET /admin/products': unavailable,
    }),
    reach: offersTryAgain,
  },
  {
    name: 'users-loading',
    path: '/admin',
    section: 'Users',
    answers: asAdmin({ 'GET /admin/users': never }),
    reach: (page) =>
      page.getByRole('status', { name: 'Loading...' }).filter({ visible: true }).first().waitFor(),
  },
  {
    name: 'users-failed',
    path: '/admin',
    section: 'Users',
    answers: asAdmin({ 'GET /admin/users': unavailable }),
    reach: offersTryAgain,
  },
  {
    name: 'windows-none',
    path: '/admin',
    section: 'Windows Versions',
    answers: asAdmin({ 'GET /admin/windows-versions': () => [] }),
    reach: hasText('No Windows versions yet'),
  },
  {
    name: 'linux-none',
    path: '/admin',
    section: 'Windows Versions',
    answers: asAdmin({ 'GET /admin/linux-versions': () => [] }),
    reach: hasText('No Linux versions yet'),
  },
  {
    name: 'linux-failed',
    path: '/admin',
    section: 'Windows Versions',
    answers: asAdmin({ 'GET /admin/linux-versions': unavailable }),
    reach: offersTryAgain,
  },
  {
    name: 'products-none',
    path: '/admin',
    section: 'Products',
    answers: asAdmin({ 'GET /admin/products': () => [] }),
    reach: hasText('No products yet'),
  },
  {
    name: 'monitoring-failed',
    path: '/admin',
    section: 'Realtime Monitoring',
    answers: asAdmin({ 'GET /admin/install-monitoring/realtime': unavailable }),
    reach: offersTryAgain,
  },
  {
    name: 'review-dialog',
    path: '/admin',
    section: 'Top-ups',
    answers: administrator,
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Resolve / })
        .filter({ visible: true })
        .first()
        .click();
      await page.getByRole('radio', { name: /^Credit 10 quota/ }).waitFor();
    },
  },
  {
    name: 'test-code-dialog',
    path: '/admin',
    section: 'Operations',
    answers: healthyServices,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Show checklist' }).click();
      await dialogBy('Test: 2FA for your account')(page);
    },
  },
];

test.describe('accessibility and layout: loading, empty and failed states', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });
  for (const { name, path = '/dashboard', section, answers, reach } of STATES) {
    test(name, async ({ open }) => {
      const page = await open(path, answers(), { user: true });
      if (section) {
        const sections = page.getByRole('navigation', { name: 'Sections' });
        await sections.getByRole('button', { name: section, exact: true }).click();
        await page.getByRole('heading', { level: 1, name: section }).waitFor();
      }
      await reach(page);
      await expectAccessibleEverywhere(page, name);
    });
  }
});
