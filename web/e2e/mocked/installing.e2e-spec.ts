import type { Page } from '@playwright/test';
import type { PasswordReset } from '@casement/proto/http/install/password-reset.js';
import { FAILURES } from '@casement/proto/texts/failures.js';
import {
  makeDashboard,
  makeInstall,
  makeMachine,
  makeProgress,
  makeQuote,
  makeRdp,
  makeRecovery,
  makeWriting,
} from '@casement/web/testing/factories/factories.js';
import { installWindows } from '../support/erase.js';
import { failed, installer, preparing, twoDisks } from '../support/install.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { List, Refusal } from '../support/mock-api.js';
import { expect, test } from '../support/site.js';
import { customer } from '../support/customer.js';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });

const goTo = async (page: Page, section: string) => {
  await page.getByText('Welcome, Rahmat').waitFor();
  await openSection(page, section);
};
const openSection = async (page: Page, section: string) => {
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: section })
    .click();
  await page.getByRole('heading', { level: 1, name: section }).waitFor();
};

async function fillInstallForm(page: Page): Promise<void> {
  await page.getByLabel('VPS IP address').fill('203.0.113.24');
  await page.getByLabel('VPS root password').fill('root-secret');
  await page.getByLabel('Windows version').selectOption('ws2022');
  await page.getByLabel('RDP password').fill('Sunrise9! over Java');
}

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
  await fillInstallForm(page);
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
  await fillInstallForm(page);
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

test('a silent Windows asks for restarts, and the recovery system explains the failure', async ({
  open,
}) => {
  const progress = makeProgress({ phase: 'verifying', committed: true });
  const silent = makeInstall({
    ip: '203.0.113.24',
    status: 'running',
    quota: 'held',
    progress,
    guard: {
      limit: 4,
      silent_since: new Date(Date.now() - 50 * 60_000).toISOString(),
      recovery: null,
    },
  });
  const lost = makeInstall({
    ip: '192.0.2.77',
    status: 'failed',
    quota: 'returned',
    progress,
    failure: {
      code: 'WINDOWS_DID_NOT_START',
      message: 'Windows did not start: it stopped before it could write to the disk.',
      cure: FAILURES.WINDOWS_DID_NOT_START.cure,
    },
    guard: { limit: 4, silent_since: null, recovery: makeRecovery() },
  });
  const page = await open(
    '/dashboard',
    { ...customer(), 'GET /user/install-history': () => new List([silent, lost]) },
    { user: true },
  );
  await page.getByText('Nothing heard from Windows for 45 minutes.').waitFor();
  await expectAccessibleEverywhere(page, 'windows-silent');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: `Details of ${lost.ip}` }).click();
  await page.getByRole('dialog').getByText('Starts without success').waitFor();
  await expectAccessibleEverywhere(page, 'windows-did-not-start');
});

test('a recovery system that responds offers to install again', async ({ open }) => {
  const problems = [
    { path: 'code', message: 'This is not the code on the console. 4 more tries are possible.' },
    { path: 'win_ver', message: 'The processor lacks sse4_2. Choose another Windows version.' },
  ];
  const recovery = makeRecovery({ answering: true, install_again: true });
  const install = makeInstall({
    ip: '192.0.2.77',
    status: 'failed',
    quota: 'returned',
    failure: {
      code: 'WINDOWS_DID_NOT_START',
      message: 'Windows did not start: it stopped before it could write to the disk.',
      cure: FAILURES.WINDOWS_DID_NOT_START.cure,
    },
    guard: { limit: 4, silent_since: null, recovery },
  });
  const page = await open(
    '/dashboard',
    {
      ...customer(),
      'GET /user/install-history': () => new List([install]),
      [`GET /user/install/${install.id}`]: () => install,
      [`POST /user/install/${install.id}/again`]: () =>
        new Refusal(400, problems[0]!.message, 'VALIDATION_FAILED', problems),
    },
    { user: true },
  );
  await page.getByRole('button', { name: `Details of ${install.ip}` }).click();
  const details = page.getByRole('dialog', { name: install.ip, exact: true });
  await details.getByText('The recovery system is responding.').waitFor();
  await expectAccessibleEverywhere(page, 'recovery-answers');
  await details.getByRole('button', { name: 'Install again', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Install Windows again on ${install.ip}?` });
  await dialog.getByLabel('Code on the console').fill('QPSK-JXMB');
  await expectAccessibleEverywhere(page, 'install-again');
  const submit = dialog.getByRole('button', { name: 'Erase and install, use 1 quota' });
  await dialog.getByLabel('Code on the console').fill('QPSK');
  await submit.click();
  await dialog.getByText(/^Enter the 8 characters/).waitFor();
  await expectAccessibleEverywhere(page, 'install-again-invalid');
  await dialog.getByLabel('Code on the console').fill('QPSK-JXMB');
  await dialog.getByLabel('RDP password').fill('Sunrise9! over Java');
  await dialog.getByLabel(/type the last number of/).fill('77');
  await submit.click();
  await dialog.getByText(problems[0]!.message).waitFor();
  await expectAccessibleEverywhere(page, 'install-again-refused');
});

test('a kept recovery system resets the Windows password', async ({ open }) => {
  const recovery = makeRecovery({ answering: true, start_windows: true, reset_password: true });
  const shown = { recovery: null as typeof recovery | null, reset: null as PasswordReset | null };
  const id = '0198c0de-0000-7000-8000-00000000a001';
  const install = () =>
    makeInstall({
      id,
      rdp: makeRdp(),
      guard: { limit: 4, silent_since: null, recovery: shown.recovery, kept: 'kept' },
    });
  const waiting = {
    status: 'waiting' as const,
    failure: null,
    requested_at: new Date().toISOString(),
    ended_at: null,
  };
  const page = await open(
    '/dashboard',
    {
      ...customer(),
      'GET /user/install-history': () => new List([install()]),
      [`GET /user/install/${id}`]: () => install(),
      [`GET /user/install/${id}/password`]: () => shown.reset,
      [`POST /user/install/${id}/password`]: () => (shown.reset = waiting),
    },
    { user: true },
  );
  await page.getByRole('button', { name: 'Connect to' }).first().click();
  await page.getByRole('button', { name: 'Reset Windows password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset the Windows password of' });
  await dialog.getByText('Waiting for the recovery system…').waitFor();
  await expect(dialog.getByRole('listitem')).toHaveCount(4);
  await expectAccessibleEverywhere(page, 'reset-password-steps');
  shown.recovery = recovery;
  await dialog.getByLabel('Code on the console').fill('QPSK');
  await page.keyboard.press('Enter');
  await dialog.getByText(/^Enter the 8 characters/).waitFor();
  await expectAccessibleEverywhere(page, 'reset-password-invalid');
  await dialog.getByLabel('New Windows password').fill('Sunrise9! over Java');
  await dialog.getByLabel('Code on the console').fill('QPSK-JXMB');
  await page.keyboard.press('Enter');
  await dialog.getByText(/We send you an email/).waitFor();
  await expectAccessibleEverywhere(page, 'reset-password-progress');
  const { sentence: message, cure } = FAILURES.RESET_NOT_CLOSED;
  const ended_at = new Date().toISOString();
  const failure = { code: 'RESET_NOT_CLOSED', message, cure };
  shown.reset = { ...waiting, status: 'failed', failure, ended_at };
  await dialog.getByRole('alert').getByText(message).waitFor();
  await expectAccessibleEverywhere(page, 'reset-password-failed');
  await dialog.getByLabel('New Windows password').fill('Sunrise9! over Java');
  await dialog.getByLabel('Code on the console').fill('QPSK-JXMB');
  await dialog.getByRole('button', { name: 'Reset password' }).click();
  await dialog.getByText(/We send you an email/).waitFor();
  shown.reset = { ...waiting, status: 'done', ended_at };
  await dialog.getByText(/^Windows accepted the new password on/).waitFor();
  await expectAccessibleEverywhere(page, 'reset-password-done');
});

test('machines behind one address show their ports and labels', async ({ open }) => {
  const shared = [
    makeInstall({ rdp_port: 20_122, rdp: makeRdp({ port: 20_122, desktop: true }) }),
    makeInstall({
      rdp_port: 20_222,
      rdp: makeRdp({ port: 20_222 }),
      label: 'Accounting of the branch in Bandung, second floor',
    }),
    makeInstall({ rdp_port: 20_322, status: 'failed', quota: 'returned' }),
  ];
  const page = await open(
    '/dashboard',
    {
      ...customer(),
      'GET /user/install-history': () => new List(shared),
      'GET /user/machines': () =>
        new List(shared.map((install) => makeMachine(install, { port: install.rdp_port! }))),
    },
    { user: true },
  );
  await goTo(page, 'Install History');
  await page.getByText('203.0.113.24:20322').filter({ visible: true }).waitFor();
  await expectAccessibleEverywhere(page, 'ports-history');
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, 'My machines');
  await page.getByText('203.0.113.24:20322').filter({ visible: true }).waitFor();
  await expectAccessibleEverywhere(page, 'ports-machines');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page
    .getByRole('button', { name: 'Connect to 203.0.113.24:20222' })
    .filter({ visible: true })
    .click();
  await page.getByRole('dialog').waitFor();
  await expectAccessibleEverywhere(page, 'ports-connect');
});

test('an install that ends while its details are open offers to connect', async ({ open }) => {
  let ended = false;
  const running = makeWriting();
  const done = makeInstall({ id: running.id, rdp: makeRdp({ desktop: true }) });
  const page = await open(
    '/dashboard',
    {
      ...customer(),
      'GET /user/install-history': () => new List([ended ? done : running]),
    },
    { user: true },
  );
  await goTo(page, 'Install History');
  await page
    .getByRole('button', { name: `View progress of ${running.ip}` })
    .filter({ visible: true })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  ended = true;
  await dialog.getByRole('button', { name: 'Connect', exact: true }).waitFor();
  await expectAccessibleEverywhere(page, 'install-finished');
});
