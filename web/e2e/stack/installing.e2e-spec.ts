import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/console-errors.js';
import {
  administrator,
  grantQuota,
  newAdministrator,
  newUser,
  PASSWORD,
  type Account,
} from './accounts.js';
import { uploadDisk } from './disks.js';
import { signInAs, toAdminSection, toast, toSection } from './screens.js';

const { BASE_URL = '', DEAD_ADDRESS = '', SHOTS_DIR } = process.env;
const shot = async (page: Page, name: string) => {
  if (SHOTS_DIR) await page.screenshot({ path: join(SHOTS_DIR, `installing-${name}.png`) });
};

const RDP_PASSWORD = 'Rdp "50%" pass';

/** Starts an install through the API, skipping the page's check. */
async function startInstall(by: Account, slug: string): Promise<void> {
  const answer = await fetch(`${BASE_URL}/api/user/install`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${by.token}` },
    body: JSON.stringify({
      ip: DEAD_ADDRESS,
      passwd_vps: 'Root-Pass-1',
      win_ver: slug,
      passwd_rdp: RDP_PASSWORD,
    }),
  });
  expect(answer.status).toBe(200);
}

/** Avoids Escape, which would close a toast first. */
async function close(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
}

test.describe('installs, against the running product', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('§2 a version gets an image; an install fails, is settled, connected to and deleted', async ({
    page,
    browser,
  }) => {
    // The timeout only catches hangs because the machine may be busy.
    test.setTimeout(5 * 60_000);
    const slug = `e2e-${randomBytes(4).toString('hex')}`;
    const name = `Windows ${slug}`;
    uploadDisk(`${slug}.raw`);

    const first = await administrator();
    const admin = await newAdministrator(first);
    await signInAs(page, admin.username, PASSWORD);
    await toAdminSection(page, 'Windows Versions');
    const version = page.getByRole('row', { name: new RegExp(slug) });

    await test.step('§8 creates and renames a version', async () => {
      // The empty state has the same button.
      await page.getByRole('button', { name: 'Add Windows Version' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Add Windows Version' });
      await dialog.getByLabel('Name').fill(`Old ${name}`);
      await dialog.getByLabel('Slug').fill(slug);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page, 'Windows version created successfully')).toBeVisible();
      await expect(version).toContainText('No image yet');
      await version.getByRole('button', { name: `Edit Old ${name}` }).click();
      const edit = page.getByRole('dialog', { name: 'Edit Windows Version' });
      await edit.getByLabel('Name').fill(name);
      await edit.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page, 'Windows version updated successfully')).toBeVisible();
    });

    const image = page.getByRole('dialog', { name: `Image of ${name}` });
    await test.step('imports and verifies an image', async () => {
      await version.getByRole('button', { name: `Image of ${name}` }).click();
      await image.getByRole('button', { name: 'Import Image' }).click();
      const form = page.getByRole('dialog', { name: `Import an Image for ${name}` });
      await form.getByLabel('File', { exact: true }).selectOption(`${slug}.raw`);
      await form.getByRole('button', { name: 'Start Import' }).click();
      await expect(toast(page, 'Image imported')).toBeVisible({ timeout: 60_000 });
      await expect(image.getByText('Available')).toBeVisible();
      await image.getByRole('button', { name: 'Verify' }).click();
      await expect(toast(page, 'Image verified')).toBeVisible({ timeout: 60_000 });
      await shot(page, 'image');
      await close(image);
      await expect(version).toContainText('Available');
    });

    const customer = await newUser();
    await grantQuota(customer, first, 1);
    const home = await browser.newPage();
    await signInAs(home, customer.username, PASSWORD);
    await expect(home.getByText(`Welcome, ${customer.username}`)).toBeVisible();
    const quota = home.getByText('Current quota').locator('..');

    await test.step('§5 form reports missing and invalid fields', async () => {
      await toSection(home, 'Install Windows');
      const start = home.getByRole('button', { name: 'Install Windows, use 1 quota' });
      await start.click();
      for (const sentence of [
        'IP address is required',
        'VPS password is required',
        'Windows version is required',
        'RDP password must be at least 4 characters',
      ]) {
        await expect(home.getByText(sentence, { exact: true })).toBeVisible();
      }
      await home.getByLabel('VPS IP address').fill('203.0.113.256');
      await expect(home.getByText('Invalid IPv4 address', { exact: true })).toBeVisible();
      await home.getByLabel('RDP password', { exact: true }).fill('#hash');
      await expect(home.getByText('RDP password cannot start with "#" character')).toBeVisible();
      await home.getByLabel('VPS IP address').fill(DEAD_ADDRESS);
      await home.getByLabel('VPS root password', { exact: true }).fill('Root-Pass-1');
      await home.getByLabel('Windows version', { exact: true }).selectOption(slug);
      await home.getByLabel('RDP password', { exact: true }).fill(RDP_PASSWORD);
    });

    await test.step('the check reports an unreachable VPS and starts no install', async () => {
      await home.getByRole('button', { name: 'Install Windows, use 1 quota' }).click();
      const dialog = home.getByRole('dialog', { name: `${DEAD_ADDRESS} was not changed` });
      await expect(dialog).toBeVisible({ timeout: 60_000 });
      await expect(dialog.getByRole('button', { name: 'Check again' })).toBeVisible();
      await shot(home, 'not-checked');
      await close(dialog);
      await expect(quota).toContainText('1');
    });

    await test.step('an API caller can start the install without the check', async () => {
      await startInstall(customer, slug);
      await toSection(home, 'Install History');
    });

    const record = home.getByRole('row', { name: new RegExp(DEAD_ADDRESS) });
    await test.step('§4 the install on an unreachable VPS fails with a report and the quota returned', async () => {
      await expect(record).toContainText('Failed', { timeout: 60_000 });
      const report = record.getByRole('link', { name: `Report the install on ${DEAD_ADDRESS}` });
      const message = new URL((await report.getAttribute('href'))!).searchParams.get('text');
      expect(message).toContain(DEAD_ADDRESS);
      expect(message).toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7/);
      await expect(quota).toContainText('1');
      await record.getByRole('button', { name: `Details of ${DEAD_ADDRESS}` }).click();
      await home.getByRole('button', { name: 'Show log' }).click();
      await expect(home.getByRole('group', { name: 'Install log' })).toContainText('SSH_REFUSED');
      await shot(home, 'failed');
      await close(home.getByRole('dialog'));
    });

    const found = page.getByRole('row', { name: new RegExp(customer.username) });
    await test.step('§4 an administrator finds the install and sets it to completed', async () => {
      await toSection(page, 'Installs');
      await page.getByLabel('Search username, IP or status').fill(customer.username);
      await page.getByLabel('Status', { exact: true }).selectOption('failed');
      await found.getByRole('button', { name: `Edit the status of ${DEAD_ADDRESS}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit install status' });
      await dialog.getByLabel('New status').selectOption('completed');
      await dialog.getByRole('button', { name: 'Update Status' }).click();
      await expect(toast(page, 'Install status updated successfully')).toBeVisible();
      await expect(found).toBeHidden();
      await page.getByLabel('Status', { exact: true }).selectOption('completed');
      await expect(found).toContainText('Completed');
      await toSection(page, 'Realtime Monitoring');
      await expect(page.getByRole('row', { name: new RegExp(DEAD_ADDRESS) }).first()).toContainText(
        '100 %',
      );
      await shot(page, 'monitoring');
    });

    await test.step('§9 the owner downloads a connection file named after the address', async () => {
      await home.reload();
      await expect(quota).toContainText('0');
      await toSection(home, 'Install History');
      await record.getByRole('button', { name: `Connect to ${DEAD_ADDRESS}` }).click();
      const dialog = home.getByRole('dialog');
      await expect(dialog.getByText(`${DEAD_ADDRESS}:22`, { exact: true })).toBeVisible();
      await expect(dialog.getByText('Administrator', { exact: true })).toBeVisible();
      await expect(dialog.getByText(/We advise against 3389/)).toBeVisible();
      await expect(dialog.getByText(/Unknown remote connection/)).toBeVisible();
      await dialog.getByRole('button', { name: 'Show password' }).click();
      await expect(dialog.getByText(RDP_PASSWORD, { exact: true })).toBeVisible();
      const downloading = home.waitForEvent('download');
      await dialog.getByRole('button', { name: /^Download/ }).click();
      const file = await downloading;
      expect(file.suggestedFilename()).toBe(`${DEAD_ADDRESS}.rdp`);
      const text = readFileSync(await file.path(), 'utf8');
      expect(text).toContain(`full address:s:${DEAD_ADDRESS}:22`);
      expect(text).toContain('username:s:Administrator');
      expect(text).not.toContain(RDP_PASSWORD);
      await close(home.getByRole('dialog'));
    });

    await test.step('§5 form is hidden without quota', async () => {
      await toSection(home, 'Install Windows');
      await expect(
        home.getByText(
          "You don't have enough quota to install Windows. Please top up your quota first.",
        ),
      ).toBeVisible();
    });

    await test.step('§5 record, image and version are deleted after confirmation', async () => {
      page.on('dialog', (question) => void question.accept());
      await toSection(page, 'Installs');
      await page.getByLabel('Search username, IP or status').fill(customer.username);
      await found.getByRole('button', { name: `Delete the install on ${DEAD_ADDRESS}` }).click();
      await expect(toast(page, 'Install data deleted successfully')).toBeVisible();
      await expect(found).toBeHidden();
      await toSection(page, 'Windows Versions');
      await version.getByRole('button', { name: `Image of ${name}` }).click();
      await image.getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('dialog', { name: 'Delete the image' });
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(toast(page, 'Image deleted successfully')).toBeVisible();
      await expect(image.getByText('No image yet')).toBeVisible();
      await close(image);
      await version.getByRole('button', { name: `Delete ${name}` }).click();
      await expect(toast(page, 'Windows version deleted successfully')).toBeVisible();
      await expect(version).toBeHidden();
    });
    await home.close();
  });

  test('§7 the root password script is served at the address shown in the help', async ({
    page,
  }) => {
    const customer = await newUser();
    await grantQuota(customer, await administrator(), 1);
    await signInAs(page, customer.username, PASSWORD);
    await expect(page.getByText(`Welcome, ${customer.username}`)).toBeVisible();
    await toSection(page, 'Install Windows');
    await page.getByRole('button', { name: 'How to create it' }).click();
    const dialog = page.getByRole('dialog', { name: 'How to create a root password' });
    const command = await dialog.getByText(/root-password\.sh \|/).textContent();
    const address = /https?:\S+/.exec(command ?? '')![0];
    expect(new URL(address).origin).toBe(new URL(BASE_URL).origin);
    const script = await page.request.get(address);
    expect(script.status()).toBe(200);
    expect(await script.text()).toMatch(/^#!\/bin\/sh/);
    await shot(page, 'root-password');
  });
});
