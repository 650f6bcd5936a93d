import type { Page } from '@playwright/test';
import {
  makeDashboard,
  makeInstall,
  makeQuote,
  makeRdp,
} from '@casement/web/testing/factories/factories.js';
import { installWindows } from '../support/erase.js';
import { failed, installer, preparing, twoDisks, writing } from '../support/install.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { List } from '../support/mock-api.js';
import { expect, test } from '../support/site.js';
import { customer } from '../support/customer.js';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });

const goTo = async (page: Page, section: string) => {
  await page.getByText('Welcome, Rahmat').waitFor();
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: section })
    .click();
  await page.getByRole('heading', { level: 1, name: section }).waitFor();
};

test('a VPS is checked before a quota is used, fixed, and checked again', async ({ open }) => {
  const page = await open('/dashboard', installer(), { user: true });
  await goTo(page, 'Install Windows');
  await page.getByLabel('VPS IP address').fill('203.0.113.24');
  await page.getByLabel('VPS root password').fill('root-secret');
  await page.getByLabel('Windows version').selectOption('ws2022');
  await page.getByRole('button', { name: 'Check my VPS' }).click();
  await expect(page.getByText('Windows can’t be installed on 203.0.113.24 yet.')).toBeVisible();
  await expect(page.getByText(/1 GiB is required/)).toBeVisible();
  await expectAccessibleEverywhere(page, 'check-refused');

  await page.getByRole('button', { name: 'Check my VPS' }).click();
  await expect(page.getByText('203.0.113.24 is ready for Windows.')).toBeVisible();
  await expect(page.getByText(/about 11 minutes for this version/)).toBeVisible();
  await expectAccessibleEverywhere(page, 'check-passed');
  await expect(page.getByRole('button', { name: 'Install Windows, use 1 quota' })).toBeEnabled();
});

test('Windows settings expand and offer the customer’s address', async ({ open }) => {
  const offer = { your_address: '198.51.100.9', can_limit_networks: true };
  const answers = { ...customer(), 'GET /user/install-options': () => offer };
  const page = await open('/dashboard', answers, { user: true });
  await goTo(page, 'Install Windows');
  await page.getByText('Advanced: Windows settings').click();
  await page.getByRole('button', { name: 'Only my address (198.51.100.9)' }).click();
  await expect(page.getByText('A changed address locks you out.')).toBeVisible();
  await page.getByLabel('Computer name').fill('12345');
  await expect(page.getByText(/^Use 1 to 15 letters/)).toBeVisible();
  await expectAccessibleEverywhere(page, 'windows-settings');
});

test('the check shows the network of Windows, and the confirmation edits it', async ({ open }) => {
  const network = {
    dhcp: true,
    addresses: ['203.0.113.24/24'],
    gateway: '203.0.113.1',
    dns: null,
    ipv6: null,
  };
  const asked: unknown[] = [];
  const check = {
    ...twoDisks,
    get windows_network() {
      return asked.length > 1 ? { ...network, dns: ['9.9.9.9'], ipv6: false } : network;
    },
  };
  const page = await open(
    '/dashboard',
    {
      ...customer(),
      'GET /user/install-options': () => ({ your_address: null, can_limit_networks: true }),
      'POST /user/install/check': (body) => {
        asked.push((body as { network?: unknown }).network);
        return { ...check };
      },
      [`GET /user/install/check/${twoDisks.id}`]: () => ({ ...check }),
    },
    { user: true },
  );
  await goTo(page, 'Install Windows');
  await page.getByLabel('VPS IP address').fill('203.0.113.24');
  await page.getByLabel('VPS root password').fill('root-secret');
  await page.getByLabel('Windows version').selectOption('ws2022');
  await page.getByLabel('RDP password').fill('Sunrise9! over Java');
  await page.getByRole('button', { name: 'Install Windows, use 1 quota' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase 203.0.113.24?' });
  await expect(dialog.getByText('203.0.113.24/24, by DHCP')).toBeVisible();
  await expectAccessibleEverywhere(page, 'erase-network');
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('button', { name: 'Edit Windows network' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('DNS servers')).toBeFocused();
  await page.keyboard.type('9.9.9.9');
  await page.getByLabel('IPv6').selectOption('Off');
  await page.getByRole('button', { name: 'Install Windows, use 1 quota' }).click();
  await expect(dialog.getByText('DNS 9.9.9.9')).toBeVisible();
  await expect(dialog.getByText('IPv6 off')).toBeVisible();
  expect(asked).toEqual([undefined, { dns: ['9.9.9.9'], ipv6: false }]);
});

test('erasing a disk requires the last number of the VPS address', async ({ open }) => {
  const sent: unknown[] = [];
  const page = await open(
    '/dashboard',
    {
      ...customer(),
      'POST /user/install/check': () => ({ ...twoDisks, status: 'pending', finished_at: null }),
      [`GET /user/install/check/${twoDisks.id}`]: () => twoDisks,
      'POST /user/install': (body) => {
        sent.push(body);
        return { ...preparing, status: 'pending' };
      },
    },
    { user: true },
  );
  await goTo(page, 'Install Windows');
  await page.getByLabel('VPS IP address').fill('203.0.113.24');
  await page.getByLabel('VPS root password').fill('root-secret');
  await page.getByLabel('Windows version').selectOption('ws2022');
  await page.getByLabel('RDP password').fill('Sunrise9! over Java');
  await page.getByRole('button', { name: 'Install Windows, use 1 quota' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase 203.0.113.24?' });
  await expect(dialog.getByText('vdb, 200 GiB')).toBeVisible();
  await page.keyboard.type('42');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('That’s not the last number of 203.0.113.24.')).toBeVisible();
  await expectAccessibleEverywhere(page, 'erase');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('RDP password')).toHaveValue('Sunrise9! over Java');
  expect(sent).toEqual([]);
  await installWindows(page, '203.0.113.24');
  await page.getByRole('heading', { level: 1, name: 'Install History' }).waitFor();
  expect(sent).toHaveLength(1);
});

test('a VPS is checked before payment when there is no quota', async ({ open }) => {
  const page = await open(
    '/dashboard',
    {
      ...customer(),
      'GET /user/dashboard': () => makeDashboard({}, { quota: 0, totalVPS: 0, successRate: null }),
      'GET /user/install-history': () => new List([]),
      'POST /user/topup/calculate': () => makeQuote(1, 50_000),
    },
    { user: true },
  );
  await page.getByText('Get your first Windows desktop in four steps').waitFor();
  await expectAccessibleEverywhere(page, 'first-steps');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Check a VPS' }).click();
  await page.getByLabel('VPS IP address').fill('203.0.113.24');
  await page.getByLabel('VPS root password').fill('root-secret');
  await page.getByLabel('Windows version').selectOption('ws2022');
  await page.getByRole('button', { name: 'Check my VPS' }).click();
  await expect(page.getByText('Ready, about 11 minutes.')).toBeVisible();
  await expectAccessibleEverywhere(page, 'check-card');
  await page.getByRole('button', { name: 'Buy 1 quota, Rp 50.000' }).click();
  await expect(page.getByRole('dialog', { name: 'Topup Quota' })).toBeVisible();
});

test('an install is cancelled from the history by keyboard', async ({ open }) => {
  const page = await open('/dashboard', installer(), { user: true });
  await goTo(page, 'Install History');
  const cancel = page
    .getByRole('button', { name: `Cancel the install on ${preparing.ip}` })
    .filter({ visible: true });
  await cancel.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Cancel the install on ${preparing.ip}?` });
  await dialog.waitFor();
  await expectAccessibleEverywhere(page, 'cancel-install');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel install' }).click();
  await expect(
    page.getByText('Returning to Linux', { exact: true }).filter({ visible: true }),
  ).toBeVisible();
  await expect(cancel).toBeHidden();
});

test('Connect dialog shows verified facts, instructions and a QR code for phones', async ({
  open,
}) => {
  const proven = makeInstall({
    ip: '198.51.100.7',
    rdp: makeRdp({ proven_at: new Date(Date.now() - 12_000).toISOString() }),
  });
  const page = await open(
    '/dashboard',
    { ...customer(), 'GET /user/install-history': () => new List([proven]) },
    { user: true },
  );
  const connect = page.getByRole('button', { name: 'Connect to 198.51.100.7' }).first();
  await connect.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Connect to 198.51.100.7' });
  await expect(dialog.getByText(/^Checked \d+ s ago, without opening a session\.$/)).toBeVisible();
  await expectAccessibleEverywhere(page, 'connect');
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('button', { name: 'Android' }).click();
  const code = dialog.getByRole('img', { name: 'QR code that opens 198.51.100.7:22' });
  await code.scrollIntoViewIfNeeded();
  await expectAccessibleEverywhere(page, 'connect-phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByText('Can’t connect?').click();
  await dialog.getByText(/Some offices and hotels/).scrollIntoViewIfNeeded();
  await expectAccessibleEverywhere(page, 'connect-firewall');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(connect).toBeFocused();
});

test('the owner can recheck an install that could not be verified', async ({ open }) => {
  const unproven = makeInstall({ ip: '198.51.100.7', rdp: null });
  const page = await open(
    '/dashboard',
    {
      ...customer(),
      'GET /user/install-history': () => new List([unproven]),
      [`POST /user/install/${unproven.id}/rdp-check`]: () => ({
        code: 'RDP_PASSWORD_REFUSED',
        message: 'Windows did not accept this password.',
        cure: 'Type the RDP password that you chose for this install.',
        rdp: null,
      }),
    },
    { user: true },
  );
  await page.getByRole('button', { name: 'Connect to 198.51.100.7' }).first().click();
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Windows did not accept this password.')).toBeVisible();
  await expectAccessibleEverywhere(page, 'connect-unproven');
});

test('the log of a failed install can be read and downloaded', async ({ open, page }) => {
  await open('/dashboard', installer(), { user: true });
  await goTo(page, 'Install History');
  await page
    .getByRole('button', { name: `Details of ${failed.ip}` })
    .filter({ visible: true })
    .click();
  await page.getByRole('button', { name: 'Show log' }).click();
  await expect(page.getByRole('group', { name: 'Install log' })).toContainText('inspect');
  await expectAccessibleEverywhere(page, 'install-log');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download log' }).click();
  expect((await downloading).suggestedFilename()).toBe(`install-${failed.id}.txt`);
});

test('an install view updates from its event stream', async ({ open, page }) => {
  await open('/dashboard', installer(), { user: true });
  const running = page.getByRole('region', { name: writing.ip });
  await expect(running.getByText('71 %').first()).toBeVisible();
  await running.getByText('Recent installer output').click();
  await expect(running.getByText(/chunk 913 written/)).toBeVisible();
});
