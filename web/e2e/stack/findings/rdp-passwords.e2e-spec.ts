import { makeCheck } from '@casement/web/testing/factories/factories.js';
import { eraseAndInstall, installWindows } from '../../support/erase.js';
import { expect, test } from '../../support/console-errors.js';
import { administrator, PASSWORD, unverifiedUser } from '../accounts.js';
import { call } from '../attackers.js';
import { signInAs, toSection } from '../screens.js';

const ADDRESS = '203.0.113.9';
const VERSION = {
  id: '0192d3c0-0000-7000-8000-000000000001',
  name: 'Windows Server',
  slug: 'ws',
  available: true,
  created_at: '2026-01-01T00:00:00.000Z',
};

test.describe('finding 7: RDP passwords that can be guessed within hours', () => {
  test('a short password needs confirmation before the install; a strong one is generated', async ({
    page,
  }) => {
    const admin = await administrator();
    const customer = await unverifiedUser('weak');
    await call('127.0.0.1', `/api/admin/users/${customer.id}/quota`, {
      body: { amount: 1, operation: 'set' },
      headers: { authorization: `Bearer ${admin.token}` },
    });
    // Mocked because there may be no image here and the test must not install one.
    await page.route('**/api/user/windows-versions*', (route) =>
      route.fulfill({ json: { success: true, message: 'OK', data: [VERSION] } }),
    );
    // Mocked because there is no VPS to check.
    await page.route('**/api/user/install/check**', (route) =>
      route.fulfill({ json: { success: true, message: 'OK', data: makeCheck({ ip: ADDRESS }) } }),
    );
    let started = 0;
    await page.route('**/api/user/install', (route) => {
      started += 1;
      const failure = { success: false, message: 'Not today', code: 'UNAVAILABLE' };
      return route.fulfill({ status: 503, json: failure });
    });

    await signInAs(page, customer.username, PASSWORD);
    await expect(page.getByText(`Welcome, ${customer.username}`)).toBeVisible();
    await toSection(page, 'Install Windows');
    await page.getByLabel('VPS IP address').fill(ADDRESS);
    await page.getByLabel('VPS root password', { exact: true }).fill('Root-Pass-1');
    await page.getByLabel('Windows version', { exact: true }).selectOption(VERSION.slug);
    const password = page.getByLabel('RDP password', { exact: true });
    await password.fill('pass');
    await page.getByRole('button', { name: 'Install Windows, use 1 quota' }).click();
    await expect(page.getByText('This password is short.')).toBeVisible();
    expect(started).toBe(0);
    await page.getByRole('button', { name: 'Use this password anyway' }).click();
    await eraseAndInstall(page, ADDRESS);
    await expect.poll(() => started).toBe(1);

    await page.getByRole('button', { name: 'Generate password' }).click();
    expect((await password.inputValue()).length).toBeGreaterThanOrEqual(12);
    await installWindows(page, ADDRESS);
    await expect.poll(() => started).toBe(2);
  });
});
