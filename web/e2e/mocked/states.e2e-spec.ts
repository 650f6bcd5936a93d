import type { Page } from '@playwright/test';
import { administrator } from '../support/admin.js';
import { expectEveryLook } from '../support/looks.js';
import { List, Refusal, type Answers } from '../support/mock-api.js';
import { untroubled } from '../support/operations.js';
import { test } from '../support/site.js';
import { customer } from '../support/world.js';

/** Section states: loading, empty, and failed to load. */
interface State {
  name: string;
  path?: '/admin';
  section?: string;
  answers: () => Answers;
  reach: (page: Page) => Promise<unknown>;
}

const never = () => new Promise<never>(() => undefined);
const away = () =>
  new Refusal(503, 'The billing service does not answer. Please try again.', 'UNAVAILABLE');
const nothing = () => new List([]);

const says = (text: string) => (page: Page) =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
const offersTryAgain = (page: Page) =>
  page.getByRole('button', { name: 'Try Again' }).filter({ visible: true }).first().waitFor();
const dialogBy = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();
  await page.getByRole('dialog').waitFor();
};

const of = (answers: Answers) => () => ({ ...customer(), ...answers });
const ofAdmin = (answers: Answers) => () => ({ ...administrator(), ...answers });

/** Returns the empty and failed states of a customer's list. */
function emptyAndFailed(section: string, call: string, empty: string): State[] {
  const name = section.toLowerCase().replace(' ', '-');
  return [
    { name: `${name}-none`, section, answers: of({ [call]: nothing }), reach: says(empty) },
    { name: `${name}-failed`, section, answers: of({ [call]: away }), reach: offersTryAgain },
  ];
}

const STATES: State[] = [
  {
    name: 'dashboard-loading',
    answers: of({ 'GET /user/dashboard': never }),
    reach: says('Loading your dashboard...'),
  },
  {
    name: 'access-denied',
    path: '/admin',
    answers: customer,
    reach: says('You do not have admin privileges.'),
  },
  ...emptyAndFailed('Install History', 'GET /user/install-history', 'No installs yet'),
  ...emptyAndFailed('Topup History', 'GET /user/topup/history', 'No top-ups yet'),
  {
    name: 'admin-none',
    path: '/admin',
    answers: ofAdmin({
      'GET /admin/install-data': nothing,
      'GET /admin/topups': nothing,
      'GET /admin/topups/review': nothing,
    }),
    reach: says('No top-ups yet'),
  },
  {
    name: 'admin-failed',
    path: '/admin',
    answers: ofAdmin({
      'GET /admin/install-data': away,
      'GET /admin/topups': away,
      'GET /admin/topups/review': away,
      'GET /admin/products': away,
    }),
    reach: offersTryAgain,
  },
  {
    name: 'users-loading',
    path: '/admin',
    section: 'Users',
    answers: ofAdmin({ 'GET /admin/users': never }),
    reach: (page) =>
      page.getByRole('status', { name: 'Loading...' }).filter({ visible: true }).first().waitFor(),
  },
  {
    name: 'users-failed',
    path: '/admin',
    section: 'Users',
    answers: ofAdmin({ 'GET /admin/users': away }),
    reach: offersTryAgain,
  },
  {
    name: 'windows-none',
    path: '/admin',
    section: 'Windows Versions',
    answers: ofAdmin({ 'GET /admin/windows-versions': () => [] }),
    reach: says('No Windows versions yet'),
  },
  {
    name: 'products-none',
    path: '/admin',
    section: 'Products',
    answers: ofAdmin({ 'GET /admin/products': () => [] }),
    reach: says('No products yet'),
  },
  {
    name: 'monitoring-failed',
    path: '/admin',
    section: 'Realtime Monitoring',
    answers: ofAdmin({ 'GET /admin/install-monitoring/realtime': away }),
    reach: offersTryAgain,
  },
  {
    name: 'review-dialog',
    path: '/admin',
    section: 'Payment Methods',
    answers: administrator,
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Resolve / })
        .filter({ visible: true })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'test-code-dialog',
    path: '/admin',
    section: 'Operations',
    answers: untroubled,
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
      await expectEveryLook(page, name);
    });
  }
});
