import type { Page } from '@playwright/test';
import { pressButton, tabTo } from '../support/keyboard.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { unhealthyServices, healthyServices } from '../support/operations.js';
import { expect, test } from '../support/site.js';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });

const toOperations = async (page: Page) => {
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('button', { name: 'Operations', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor();
};
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test.describe('admin Operations', () => {
  test('marks an unresponsive service and shows the others', async ({ open }) => {
    const page = await open('/admin', unhealthyServices(), { user: true });
    await toOperations(page);
    await card(page, 'Telegram and notifications').getByText('Not responding').first().waitFor();
    await card(page, 'Security').getByText('Healthy').waitFor();
    await expectAccessibleEverywhere(page, 'operations-checklist');
    await card(page, 'Billing').scrollIntoViewIfNeeded();
    await expectAccessibleEverywhere(page, 'operations-letters');
    await card(page, 'Security').scrollIntoViewIfNeeded();
    await expectAccessibleEverywhere(page, 'operations-services');
  });

  test('hides the setup checklist when everything works', async ({ open }) => {
    const page = await open('/admin', healthyServices(), { user: true });
    await toOperations(page);
    await page.getByRole('button', { name: 'Show checklist' }).waitFor();
    await expect(page.getByText('Healthy')).toHaveCount(5);
    await expectAccessibleEverywhere(page, 'operations-well');
  });

  test('sends a test and discards a dead letter after confirmation, by keyboard', async ({
    open,
  }) => {
    const page = await open('/admin', unhealthyServices(), { user: true });
    await toOperations(page);
    await pressButton(page, 'Test: Tripay keys');
    await page.getByText('tripay.co.id: 401, Invalid API Key').waitFor();
    await expect(page.getByRole('button', { name: 'Test: Tripay keys' })).toBeFocused();

    const subject = 'install.install.status-changed.v1';
    await pressButton(page, `Discard ${subject}`);
    const dialog = page.getByRole('dialog', { name: 'Discard this event?' });
    await dialog.waitFor();
    await expectAccessibleEverywhere(page, 'operations-discard');
    await page.keyboard.press('Escape');
    const discard = page.getByRole('button', { name: `Discard ${subject}` });
    await expect(discard.first()).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Discard' }));
    await page.keyboard.press('Enter');
    await expect(discard).toHaveCount(1);
    await expect(page.locator('body')).not.toBeFocused();
  });
});
