import type { Page } from '@playwright/test';
import { pressButton, tabTo, typeInto } from '../support/keyboard.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { Refusal, type Answers } from '../support/mock-api.js';
import { busySecurityAnswers, idleSecurityAnswers, OWN_ADDRESS } from '../support/security.js';
import { expect, test } from '../support/site.js';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });

type Open = (path: string, answers: Answers, options: { user: boolean }) => Promise<Page>;

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Sections' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const shown = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();
const restoreSize = (page: Page) => page.setViewportSize({ width: 1280, height: 900 });
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text });

async function openSection(
  open: Open,
  name: string,
  answers: Answers = busySecurityAnswers(),
): Promise<Page> {
  const page = await open('/admin', answers, { user: true });
  await heading(page, 'Dashboard').waitFor();
  await navigation(page).getByRole('button', { name, exact: true }).click();
  await heading(page, name).waitFor();
  await expect(page.getByRole('status', { name: 'Loading...' })).toHaveCount(0);
  return page;
}

test.describe('accessibility and layout: security', () => {
  test('§2 security-dashboard with activity', async ({ open }) => {
    const page = await openSection(open, 'Security Dashboard');
    await page.getByText('11 failed logins for admin').waitFor();
    await expectAccessibleEverywhere(page, 'security-dashboard');
  });

  test('§2 security-dashboard on a quiet day', async ({ open }) => {
    const page = await openSection(open, 'Security Dashboard', idleSecurityAnswers());
    await page.getByText('Healthy').waitFor();
    await expectAccessibleEverywhere(page, 'security-dashboard-healthy');
  });

  test('§8 sections that failed to load', async ({ open }) => {
    const unavailable = () =>
      new Refusal(503, 'The security service does not answer.', 'UNAVAILABLE');
    const answers = {
      ...busySecurityAnswers(),
      'GET /security/dashboard': unavailable,
      'GET /security/alerts': unavailable,
    };
    const page = await openSection(open, 'Security Dashboard', answers);
    await shown(page, 'Try Again').waitFor();
    await expectAccessibleEverywhere(page, 'security-dashboard-failed');
    await restoreSize(page);
    await navigation(page).getByRole('button', { name: 'Security Alerts' }).click();
    // The previous section has a button with the same name and disappears a moment later.
    await page.getByRole('heading', { level: 1, name: 'Security Alerts' }).waitFor();
    await shown(page, 'Try Again').waitFor();
    await expectAccessibleEverywhere(page, 'security-alerts-failed');
  });

  test('§2 security-alerts with alerts', async ({ open }) => {
    const page = await openSection(open, 'Security Alerts');
    await page.getByText('Payment callback').filter({ visible: true }).waitFor();
    await page.getByRole('button', { name: /^Rate limit/ }).click();
    await expectAccessibleEverywhere(page, 'security-alerts');
  });

  test('§2 security-alerts without alerts', async ({ open }) => {
    const page = await openSection(open, 'Security Alerts', idleSecurityAnswers());
    await page.getByText('No security alerts found').waitFor();
    await expectAccessibleEverywhere(page, 'security-alerts-empty');
  });

  test('§2 security-blocked-ips without blocks, and Remove Expired', async ({ open }) => {
    const page = await openSection(open, 'Blocked IPs', idleSecurityAnswers());
    await page.getByText('No blocked IPs').waitFor();
    await expectAccessibleEverywhere(page, 'security-blocked-ips-empty');
    await shown(page, 'Remove Expired').click();
    await page.getByRole('dialog', { name: 'Remove expired blocks?' }).waitFor();
    await expectAccessibleEverywhere(page, 'remove-expired');
  });

  test('address details dialog', async ({ open }) => {
    const page = await openSection(open, 'Blocked IPs');
    await shown(page, 'Details of 203.0.113.199').click();
    await page.getByRole('dialog', { name: 'IP details' }).getByText('Login failed').waitFor();
    await expectAccessibleEverywhere(page, 'ip-details');
  });

  test('security-audit with entries, with one entry open, and empty', async ({ open }) => {
    const page = await openSection(open, 'Audit Log');
    await page.getByText('quota.adjusted').filter({ visible: true }).first().waitFor();
    await expectAccessibleEverywhere(page, 'security-audit');
    await restoreSize(page);
    await shown(page, 'Details of rule.updated on rule:path-scanning').click();
    await page.getByRole('dialog', { name: 'Audit entry' }).waitFor();
    await expectAccessibleEverywhere(page, 'audit-entry');
  });

  test('security-rules with the allowlist and its form', async ({ open }) => {
    const page = await openSection(open, 'Detection Rules');
    await page.getByText('The office').filter({ visible: true }).waitFor();
    await expectAccessibleEverywhere(page, 'security-rules');
    await restoreSize(page);
    await shown(page, 'Add').click();
    const dialog = page.getByRole('dialog', { name: 'Add to the allowlist' });
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('Please enter a valid IP address.').waitFor();
    await expectAccessibleEverywhere(page, 'allow-network');
  });

  test('security-rules and security-audit without entries', async ({ open }) => {
    const page = await openSection(open, 'Detection Rules', idleSecurityAnswers());
    await page.getByText('The allowlist is empty').waitFor();
    await expectAccessibleEverywhere(page, 'security-rules-empty');
    await restoreSize(page);
    await navigation(page).getByRole('button', { name: 'Audit Log' }).click();
    await page.getByText('No entries yet').waitFor();
    await expectAccessibleEverywhere(page, 'security-audit-empty');
  });

  test('§2 security-recovery without recoveries and with a rejected form', async ({ open }) => {
    const page = await openSection(open, 'Recovery', idleSecurityAnswers());
    await shown(page, 'Trigger Recovery').click();
    await page.getByText('IP Address required').first().waitFor();
    await page.getByText('No recoveries yet').waitFor();
    await expectAccessibleEverywhere(page, 'security-recovery-empty');
  });

  test('§2 Trigger Recovery dialog', async ({ open }) => {
    const page = await openSection(open, 'Blocked IPs');
    await shown(page, 'Trigger Recovery').click();
    await page.getByRole('dialog', { name: 'Trigger Recovery' }).waitFor();
    await expectAccessibleEverywhere(page, 'trigger-recovery');
  });

  for (const width of [768, 1024, 1280, 1440]) {
    test(`§2 no overflow at ${width} px`, async ({ open }) => {
      const page = await openSection(open, 'Security Dashboard');
      for (const name of ['Security Alerts', 'Blocked IPs', 'Recovery', 'Security Dashboard']) {
        await restoreSize(page);
        await navigation(page).getByRole('button', { name, exact: true }).click();
        await heading(page, name).waitFor();
        await page.setViewportSize({ width, height: 900 });
        await expect(page.getByRole('status', { name: 'Loading...' })).toHaveCount(0);
        const folder = process.env.SHOTS;
        if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png` });
        const beyond = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          const cut = [...document.querySelectorAll('section.frame')].map(
            (frame) => frame.scrollWidth - frame.clientWidth,
          );
          return Math.max(scrollWidth - clientWidth, ...cut);
        });
        expect(
          beyond,
          `${name}: pixels that stick out sideways or are cut off`,
        ).toBeLessThanOrEqual(0);
      }
    });
  }

  test('§2 menu on a phone', async ({ open }) => {
    const page = await openSection(open, 'Security Alerts');
    await page.setViewportSize({ width: 375, height: 812 });
    await shown(page, 'Menu').click();
    const menu = page.getByRole('dialog', { name: 'Menu', exact: true });
    const last = menu.getByRole('button', { name: 'Recovery' });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    await expectAccessibleEverywhere(page, 'security-menu');
  });
});

test.describe('security, by keyboard only', () => {
  test('§2 collapses and expands the menu group', async ({ open }) => {
    const page = await openSection(open, 'Security Dashboard');
    const group = navigation(page).getByRole('button', { name: 'Security Monitoring' });
    await tabTo(page, group);
    await page.keyboard.press('Enter');
    await expect(group).toHaveAttribute('aria-expanded', 'false');
    await expect(navigation(page).getByRole('button', { name: 'Blocked IPs' })).toBeHidden();
    await expect(group).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Security Alerts')).toBeVisible();
  });

  test('§2 blocks an alert’s address and returns the focus to its row', async ({ open }) => {
    const page = await openSection(open, 'Security Alerts');
    const block = shown(page, 'Block IP 192.0.2.10');
    await tabTo(page, block);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Block IP' });
    await expect(dialog.getByLabel('IP address')).toHaveValue('192.0.2.10');
    await expect(dialog.getByLabel('IP address')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('30');
    await page.keyboard.press('Enter');
    await expect(toast(page, '192.0.2.10 blocked for 30 minutes')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(block).toBeFocused();
  });

  test('§2 deletes alerts one by one and clears the rest', async ({ open }) => {
    const items = busySecurityAnswers()['GET /security/alerts']!(null) as {
      items: { id: string }[];
    };
    const page = await openSection(open, 'Security Alerts', {
      ...busySecurityAnswers(),
      'GET /security/alerts': () => items,
      'DELETE /security/alerts/*': () => {
        items.items.splice(3, 1);
        return null;
      },
    });
    const first = shown(page, 'Delete the Suspicious alert for 192.0.2.66');
    await tabTo(page, first);
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Alert deleted')).toBeVisible();
    await expect(
      page.getByRole('button', { name: 'Delete the Rate limit alert for 198.51.100.14' }).nth(1),
    ).toBeFocused();

    await pressButton(page, 'Clear Alerts');
    await page.getByRole('dialog', { name: 'Clear Alerts' }).waitFor();
    await expectAccessibleEverywhere(page, 'clear-alerts');
    await restoreSize(page);
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Alerts cleared')).toBeVisible();
    await expect(shown(page, 'Clear Alerts')).toBeFocused();
  });

  test('§2 selects several blocks and lifts them together', async ({ open }) => {
    let sent: unknown;
    const page = await openSection(open, 'Blocked IPs', {
      ...busySecurityAnswers(),
      'POST /security/unblock-ip/bulk': (body) => {
        sent = body;
        return { unblocked: 9, notBlocked: [] };
      },
    });
    await tabTo(page, page.getByRole('columnheader').getByRole('checkbox'));
    await page.keyboard.press('Space');
    await expect(shown(page, 'Unblock Selected (9)')).toBeVisible();
    await tabTo(page, page.getByRole('checkbox', { name: 'Select 203.0.113.20' }).first());
    await page.keyboard.press('Space');
    await expectAccessibleEverywhere(page, 'security-blocked-ips');
    await restoreSize(page);
    await pressButton(page, 'Unblock Selected (8)');
    await page.getByRole('dialog', { name: 'Unblock 8 IPs?' }).waitFor();
    await expectAccessibleEverywhere(page, 'unblock-selected');
    await restoreSize(page);
    await pressButton(page, 'Unblock');
    await expect(toast(page, 'IP unblocked')).toBeVisible();
    expect((sent as { ips: string[] }).ips).toHaveLength(8);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: /^Unblock Selected/ })).toBeFocused();
  });

  test('§2 asks for a second confirmation before blocking one’s own address', async ({ open }) => {
    const page = await openSection(open, 'Blocked IPs');
    await pressButton(page, 'Block IP');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Please enter a valid IP address.').waitFor();
    await expectAccessibleEverywhere(page, 'block-ip');
    await restoreSize(page);
    await page.keyboard.type(OWN_ADDRESS);
    await page.keyboard.press('Enter');
    const second = page.getByRole('dialog', { name: 'Block your own address?' });
    await expect(second).toBeVisible();
    await expectAccessibleEverywhere(page, 'block-own-address');
    await restoreSize(page);
    // An accidental second Enter must do nothing.
    await page.keyboard.press('Enter');
    await expect(second).toBeVisible();
    await expect(toast(page, 'IP blocked successfully')).toBeHidden();
    await pressButton(page, 'Block my own address');
    await expect(toast(page, 'IP blocked successfully')).toBeVisible();
    await expect(shown(page, 'Block IP')).toBeFocused();
  });

  test('§2 triggers, inspects and cancels a recovery', async ({ open }) => {
    const page = await openSection(open, 'Recovery');
    await typeInto(page, 'IP address', '203.0.113.7');
    await tabTo(page, page.getByLabel('Recovery type'));
    await page.keyboard.type('Cl');
    await expect(page.getByLabel('Recovery type')).toHaveValue('clear-alerts');
    await pressButton(page, 'Trigger Recovery');
    await expect(toast(page, 'Clear alerts for 203.0.113.7')).toBeVisible();
    await expect(shown(page, 'Trigger Recovery')).toBeFocused();

    await expectAccessibleEverywhere(page, 'security-recovery');
    await restoreSize(page);
    await pressButton(page, 'View details of 192.0.2.66');
    await page.getByRole('dialog', { name: 'Recovery details' }).waitFor();
    await expectAccessibleEverywhere(page, 'recovery-details');
    await restoreSize(page);
    await page.keyboard.press('Escape');
    await expect(shown(page, 'View details of 192.0.2.66')).toBeFocused();

    await pressButton(page, 'Cancel the recovery for 203.0.113.199');
    await expect(toast(page, 'Recovery Cancelled')).toBeVisible();
  });
});
