import type { Page } from '@playwright/test';
import {
  desktopCloseCode,
  type DesktopEndReason,
} from '@casement/proto/http/install/desktops/desktops.js';
import { makeInstall, makeRdp } from '@casement/web/testing/factories/factories.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { List, Refusal, type Answers } from '../support/mock-api.js';
import { expect, test } from '../support/site.js';
import { customer } from '../support/customer.js';

/* The client and its WebAssembly are real. The test closes the other end of the WebSocket as the relay does. */

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });

const WIDTHS = [360, 768, 1280];
const IP = '198.51.100.7';
const install = makeInstall({
  ip: IP,
  rdp: makeRdp({ desktop: true }),
  passwd_rdp_until: '2026-11-28T07:12:00.000Z',
});

const withDesktop = (more: Answers = {}): Answers => ({
  ...customer(),
  'GET /user/install-history': () => new List([install]),
  [`GET /user/install/${install.id}`]: () => install,
  [`POST /user/install/${install.id}/desktop`]: () => ({
    ticket: 'a-ticket',
    expires_at: '2026-11-21T07:12:30.000Z',
    url: '/api/desktop',
    host: IP,
    port: 22,
    account: 'Administrator',
  }),
  ...more,
});

type Open = (path: string, answers: Answers, options?: { user?: boolean }) => Promise<Page>;

async function openForm(open: Open, answers = withDesktop()): Promise<Page> {
  const page = await open('/dashboard', answers, { user: true });
  await page
    .getByRole('button', { name: `Open in browser: the desktop of ${IP}` })
    .first()
    .click();
  await expect(page.getByLabel('RDP password')).toBeFocused();
  return page;
}

const goToHistory = async (page: Page) => {
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('button', { name: 'Install History' }).click();
  await page.getByRole('heading', { level: 1, name: 'Install History' }).waitFor();
};

/** Closes each relay connection with `reason`. Returns a function that counts the connections. */
async function relayThatCloses(page: Page, reason: DesktopEndReason): Promise<() => number> {
  let opened = 0;
  await page.routeWebSocket('**/api/desktop', (socket) => {
    opened += 1;
    socket.onMessage(() => void socket.close({ code: desktopCloseCode(reason), reason }));
  });
  return () => opened;
}

async function connect(page: Page): Promise<void> {
  await page.getByLabel('RDP password').fill('Secret 1');
  await page.getByLabel('RDP password').press('Enter');
}

test('desktop form explains what passes through the relay and closes only by Cancel', async ({
  open,
}) => {
  const page = await openForm(open);
  await expect(page.getByText(/through our relay unencrypted in memory/)).toBeVisible();
  await expectAccessibleEverywhere(page, 'desktop-form', WIDTHS);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('RDP password')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(page.getByLabel('RDP password')).toBeHidden();
});

test('a session ended by an administrator offers to reconnect', async ({ open, page }) => {
  const opened = await relayThatCloses(page, 'ended_by_administrator');
  await openForm(open);
  await connect(page);
  await expect(page.getByRole('alert')).toContainText('An administrator ended this session');
  await expect(page.getByRole('button', { name: 'Connect again' })).toBeFocused();
  expect(opened()).toBe(1);
  await expectAccessibleEverywhere(page, 'desktop-ended', WIDTHS);
});

test('a stopped relay triggers a reconnect', async ({ open, page }) => {
  let opened = 0;
  await page.routeWebSocket('**/api/desktop', (socket) => {
    opened += 1;
    // The second connection is never answered.
    const code = desktopCloseCode('relay_stopped');
    if (opened === 1) socket.onMessage(() => void socket.close({ code }));
  });
  await openForm(open);
  await connect(page);
  await expect.poll(() => opened).toBe(2);
  await expect(page.getByText('Reconnecting, attempt 1 of 3…')).toBeVisible();
  await expectAccessibleEverywhere(page, 'desktop-reconnecting', WIDTHS);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Reconnecting, attempt 1 of 3…')).toBeHidden();
});

test('two-factor is requested over the desktop form before the desktop opens', async ({
  open,
  page,
}) => {
  const opened = await relayThatCloses(page, 'ended_by_administrator');
  let requests = 0;
  const ticket = withDesktop()[`POST /user/install/${install.id}/desktop`]!;
  const refusal = new Refusal(403, 'Please confirm that it is you.', 'STEP_UP_REQUIRED');
  await openForm(
    open,
    withDesktop({
      [`POST /user/install/${install.id}/desktop`]: (request) =>
        ++requests === 1 ? refusal : ticket(request),
      'POST /auth/step-up': () => ({ accessToken: 'confirmed' }),
    }),
  );
  await connect(page);
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const code = dialog.getByLabel('6-digit code from your authenticator app');
  await expect(code).toBeFocused();
  await expectAccessibleEverywhere(page, 'desktop-confirm', WIDTHS);
  await code.fill('123456');
  await code.press('Enter');
  await expect(page.getByRole('alert')).toContainText('An administrator ended this session');
  expect([requests, opened()]).toEqual([2, 1]);
});

test('the desktop view is fully translated to Indonesian', async ({ open, page }) => {
  await page.addInitScript(() => localStorage.setItem('casement-language', 'id'));
  await relayThatCloses(page, 'idle');
  await open('/dashboard', withDesktop(), { user: true });
  await page
    .getByRole('button', { name: `Buka di browser: desktop ${IP}` })
    .first()
    .click();
  await expect(page.getByText(/melewati memori relay kami tanpa enkripsi/)).toBeVisible();
  await expectAccessibleEverywhere(page, 'desktop-form-id', WIDTHS);
  await page.getByLabel('Kata sandi RDP').fill('Rahasia 1');
  await page.getByRole('button', { name: 'Hubungkan', exact: true }).last().click();
  await expect(page.getByRole('alert')).toContainText('Terputus setelah 30 menit tanpa aktivitas');
});

test('only the desktop view loads the client, with its WebAssembly as a file', async ({
  open,
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await open('/dashboard', withDesktop(), { user: true });
  await page.getByText('Welcome, Rahmat').waitFor();
  const ofClient = () => requests.filter((path) => /\/(iron|desktop)-/.test(path));
  expect(ofClient()).toEqual([]);
  await goToHistory(page);
  await expectAccessibleEverywhere(page, 'desktop-offered', [...WIDTHS, 1024]);
  await page
    .getByRole('button', { name: `Connect to ${IP}` })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Open in browser', exact: true })).toBeVisible();
  await expectAccessibleEverywhere(page, 'desktop-connect', WIDTHS);
  await page.keyboard.press('Escape');
  expect(ofClient()).toEqual([]);
  const wasm = page.waitForResponse(/\/desktop-[\w-]+\.wasm$/);
  await page
    .getByRole('button', { name: `Open in browser: the desktop of ${IP}` })
    .first()
    .click();
  const answer = await wasm;
  expect(answer.headers()['content-type']).toBe('application/wasm');
  expect(answer.headers()['content-encoding']).toBe('br');
});
