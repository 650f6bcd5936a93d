import type { Page } from '@playwright/test';
import { administrator } from '../support/admin.js';
import { expectNoOverflow } from '../support/accessibility.js';
import type { Answers } from '../support/mock-api.js';
import { busySecurityAnswers } from '../support/security.js';
import { expect, test } from '../support/site.js';
import { customer } from '../support/customer.js';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });

const AREAS: [path: string, answers: Answers, answered: string[]][] = [
  ['/dashboard', customer(), ['GET /user/profile', 'GET /user/dashboard']],
  ['/admin', { ...administrator(), ...busySecurityAnswers() }, ['GET /user/profile']],
];

/** Leaves all other calls unanswered. */
const withOnly = (answered: string[], answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([call, answer]) => [
      call,
      answered.includes(call) ? answer : () => new Promise(() => undefined),
    ]),
  );

/** The menu buttons, except the button that folds a group. */
const sectionsOf = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Sections' })
    .locator('button:not([aria-expanded])')
    .filter({ visible: true });

for (const [path, answers, answered] of AREAS) {
  test(`§2 ${path}: no loading section overflows a phone screen`, async ({ open }) => {
    const page = await open(path, withOnly(answered, answers), { user: true });
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    for (const name of await sectionsOf(page).allInnerTexts()) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await sectionsOf(page).getByText(name, { exact: true }).click();
      await expect(heading).toContainText(
        path === '/dashboard' && name === 'Dashboard' ? 'Welcome' : name,
      );
      await page.setViewportSize({ width: 375, height: 812 });
      await expectNoOverflow(page, name);
    }
  });
}
