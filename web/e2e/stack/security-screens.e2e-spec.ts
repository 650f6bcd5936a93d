import type { Page } from '@playwright/test';
import { expect, test } from '../support/console-errors.js';
import { call } from './attackers.js';
import { administrator, newAdministrator, PASSWORD } from './accounts.js';
import { signInAs, toAdminSection, toast, toSection } from './screens.js';

/** Documentation addresses (RFC 5737) that no other test blocks. */
const STRANGERS = ['198.51.100.201', '203.0.113.202', '198.51.100.203'] as const;

/** Returns the status of a call from another loopback address. */
const statusFrom = async (from: string, path: string): Promise<number> =>
  (await call(from, path)).status;

async function asAdministrator(page: Page, section: string): Promise<void> {
  const admin = await newAdministrator(await administrator());
  await signInAs(page, admin.username, PASSWORD);
  await toAdminSection(page, section);
}

const rowOf = (page: Page, ip: string) => page.getByRole('row').filter({ hasText: ip });

async function block(page: Page, ip: string, minutes: number): Promise<void> {
  await page.getByRole('button', { name: 'Block IP', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Block IP' });
  await dialog.getByLabel('IP address').fill(ip);
  await dialog.getByLabel('Duration (minutes)').fill(String(minutes));
  await dialog.getByLabel('Reason (optional)').fill('Seen in our own logs');
  await dialog.getByRole('button', { name: 'Block IP' }).click();
  await expect(toast(page, `${ip} blocked for ${minutes} minutes`)).toBeVisible();
  // A block is pending until every enforcement point has received it.
  await expect(rowOf(page, ip)).toContainText('Active', { timeout: 30_000 });
}

test.describe('security, against the running product', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('§2, §5 addresses are blocked manually, listed, unblocked, and removed after expiry', async ({
    page,
  }) => {
    const [one, other] = STRANGERS;
    await asAdministrator(page, 'Blocked IPs');
    await block(page, one, 30);
    await expect(rowOf(page, one)).toContainText('Manual');
    await expect(rowOf(page, one)).toContainText('Seen in our own logs');
    await block(page, other, 10_080);

    await rowOf(page, one)
      .getByRole('button', { name: `Unblock ${one}` })
      .click();
    await expect(toast(page, 'IP unblocked')).toBeVisible();
    await expect(rowOf(page, one)).toContainText('Expired');

    await page.getByLabel('Filter by IP').fill(other);
    await expect(rowOf(page, one)).toBeHidden();
    await rowOf(page, other).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Unblock Selected (1)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
    await expect(toast(page, '1 IP has been unblocked.')).toBeVisible();
    await expect(rowOf(page, other)).toContainText('Expired');

    await page.getByRole('button', { name: 'Remove Expired' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Expired' }).click();
    await expect(toast(page, 'Expired blocks removed')).toBeVisible();
    await page.getByRole('button', { name: 'Reset Filters' }).click();
    await expect(rowOf(page, one)).toBeHidden();
    await expect(rowOf(page, other)).toBeHidden();
  });

  test('actions on an address appear in its details and the audit log; a rule is tested', async ({
    page,
  }) => {
    const ip = STRANGERS[2];
    await asAdministrator(page, 'Blocked IPs');
    await block(page, ip, 5);
    await rowOf(page, ip)
      .getByRole('button', { name: `Details of ${ip}` })
      .click();
    const details = page.getByRole('dialog', { name: 'IP details' });
    await expect(details).toContainText('Seen in our own logs');
    await details.getByRole('button', { name: 'Close' }).last().click();

    await toSection(page, 'Detection Rules');
    const mode = page.getByRole('table').getByLabel('Mode of oversized-requests');
    await mode.selectOption('simulate');
    await expect(toast(page, 'oversized-requests: Test mode')).toBeVisible();
    await mode.selectOption('on');
    await expect(toast(page, 'oversized-requests: On')).toBeVisible();

    await toSection(page, 'Audit Log');
    await page.getByLabel('Filter by target').fill(`ip:${ip}`);
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(rowOf(page, ip).first()).toContainText('blocked', { timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    await expect(rowOf(page, ip).first()).toContainText('(you) · Administrator');
  });

  test('§5 an invalid address is rejected at its field; one’s own needs two confirmations', async ({
    page,
  }) => {
    await asAdministrator(page, 'Blocked IPs');
    await page.getByRole('button', { name: 'Block IP', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Block IP' });
    await dialog.getByLabel('IP address').fill('not-an-address');
    await dialog.getByRole('button', { name: 'Block IP' }).click();
    await expect(toast(page, 'Failed to block IP')).toBeVisible();
    await expect(dialog.getByText('Please enter a valid IP address.')).toBeVisible();

    await dialog.getByLabel('IP address').fill('127.0.0.1');
    await dialog.getByRole('button', { name: 'Block IP' }).click();
    const second = page.getByRole('dialog', { name: 'Block your own address?' });
    await expect(second).toBeVisible();
    await second.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Refresh All' }).click();
    await expect(rowOf(page, '127.0.0.1')).toBeHidden();
  });

  test('§2 a scan raises an alert and a block; a full recovery lifts it', async ({ page }) => {
    const scanner = `127.0.${1 + Math.floor(Math.random() * 200)}.77`;
    for (let path = 0; path < 20; path += 1) await statusFrom(scanner, `/api/backup-${path}.zip`);

    await asAdministrator(page, 'Security Alerts');
    await page.getByLabel('Filter by IP').fill(scanner);
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(rowOf(page, scanner).first()).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    await expect(rowOf(page, scanner).first()).toContainText('Suspicious');

    await toSection(page, 'Blocked IPs');
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh All' }).click();
      await expect(rowOf(page, scanner)).toContainText('Active', { timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    await expect(rowOf(page, scanner)).toContainText('Auto');
    await expect.poll(() => statusFrom(scanner, '/api/auth/captcha')).toBe(403);

    await toSection(page, 'Security Dashboard');
    await expect(page.getByText('System Status').locator('..')).toContainText('Alert');
    await page.getByRole('button', { name: 'Open Recovery' }).click();

    await page.getByLabel('IP address').fill(scanner);
    await page.getByLabel('Recovery type').selectOption('full-recovery');
    await page.getByLabel('Reason (optional)').fill('The office’s own scanner');
    await page.getByRole('button', { name: 'Trigger Recovery' }).click();
    await expect(toast(page, `Full recovery for ${scanner}`)).toBeVisible();
    await expect(rowOf(page, scanner).first()).toContainText('Success', { timeout: 30_000 });
    await expect(rowOf(page, scanner).first()).toContainText('You');
    await page
      .getByRole('button', { name: `View details of ${scanner}` })
      .first()
      .click();
    const details = page.getByRole('dialog', { name: 'Recovery details' });
    await expect(details).toContainText('The office’s own scanner');
    await expect(details).toContainText('The block was lifted.');
    await details.getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => statusFrom(scanner, '/api/auth/captcha')).not.toBe(403);

    await toSection(page, 'Security Alerts');
    await page.getByLabel('Filter by IP').fill(scanner);
    await expect(page.getByText('No security alerts found')).toBeVisible();
  });

  test('§2 alerts are deleted one by one and cleared', async ({ page }) => {
    const scanner = `127.0.${1 + Math.floor(Math.random() * 200)}.78`;
    for (let path = 0; path < 20; path += 1) await statusFrom(scanner, `/api/hidden-${path}`);

    await asAdministrator(page, 'Security Alerts');
    const raised = rowOf(page, scanner).first();
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(raised).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    await raised.getByRole('button', { name: /^Delete/ }).click();
    await expect(toast(page, 'Alert deleted')).toBeVisible();

    await page.getByRole('button', { name: 'Clear Alerts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Clear Alerts' });
    await dialog.getByLabel('IP address (optional)').fill(scanner);
    await dialog.getByLabel('Timeframe').selectOption('all');
    await dialog.getByRole('button', { name: 'Clear Alerts' }).click();
    await expect(toast(page, 'Alerts cleared')).toBeVisible();
    await expect(rowOf(page, scanner)).toBeHidden();
  });
});
