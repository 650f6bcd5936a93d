import type { Page } from '@playwright/test';
import { makeInstall, makeRdp } from '@casement/web/testing/factories/factories.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { List, mockApi } from '../support/mock-api.js';
import { expect, test } from '../support/site.js';
import { typeText } from '../support/type-text.js';
import { ACCOUNT, missing, Relays, WindowsDesktop } from '../support/windows-desktop.js';
import { customer } from '../support/customer.js';

/*
 * Tests the page with two real relay processes and a real remote desktop server with NLA. Only the API is mocked: a
 * fake install service issues the tickets that the relays redeem.
 */

test.skip(missing.length > 0, `not run: no ${missing.join(', ')}`);
test.use({ viewport: { width: 1280, height: 900 } });
// Runs in one worker because each process allocates ports independently.
test.describe.configure({ mode: 'default' });

const install = makeInstall({
  ip: '127.0.0.1',
  rdp: makeRdp({ account: ACCOUNT.user, desktop: true }),
});

async function openDesktop(page: Page, relays: Relays, windows: WindowsDesktop): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('accessToken', 'token'));
  await mockApi(page, {
    ...customer(),
    'GET /user/install-history': () => new List([install]),
    [`GET /user/install/${install.id}`]: () => install,
    [`POST /user/install/${install.id}/desktop`]: () => ({
      ticket: relays.install.issue(windows.target),
      expires_at: new Date(Date.now() + 30_000).toISOString(),
      url: '/api/desktop',
      host: '127.0.0.1',
      port: windows.target.port,
      account: ACCOUNT.user,
    }),
  });
  // The page prefetches the toaster when idle. It must arrive before the test closes the origin.
  const toaster = page.waitForResponse(/\/toaster-/);
  await page.goto(`${relays.origin}/dashboard`);
  await (await toaster).finished();
  await page
    .getByRole('button', { name: 'Open in browser: the desktop of 127.0.0.1' })
    .first()
    .click();
}

/**
 * Reads the desktop size in pixels that the page requests from Windows: TS_UD_CS_CORE of [MS-RDPBCGR] 2.2.1.3.2. This
 * server ignores the request and uses a fixed size.
 */
function sizeAskedFor(page: Page): () => [number, number] | null {
  const sent: Buffer[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => sent.push(Buffer.from(payload))),
  );
  return () => {
    const bytes = Buffer.concat(sent);
    const core = bytes.indexOf(Buffer.from([0x01, 0xc0]), bytes.indexOf('Duca'));
    return core < 0 ? null : [bytes.readUInt16LE(core + 8), bytes.readUInt16LE(core + 10)];
  };
}

const canvasOf = (page: Page) => page.getByRole('application', { name: 'Windows desktop' });

test('text typed in the browser reaches the desktop; a killed relay is replaced', async ({
  page,
  baseURL,
}) => {
  const windows = await WindowsDesktop.start();
  const relays = await Relays.start(baseURL!, 2);
  const requestedSize = sizeAskedFor(page);
  try {
    await openDesktop(page, relays, windows);
    await page.getByLabel('RDP password').fill(ACCOUNT.password);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    const canvas = canvasOf(page);
    await expect(canvas).toBeFocused();
    await expect(canvas).toHaveJSProperty('width', 1024);
    const place = (await canvas.boundingBox())!;
    // Rounded down to a multiple of four.
    expect(requestedSize()).toEqual([place.width, place.height].map((pixels) => pixels & ~3));

    // The picture is scaled to the window, so a click must map to the position the user sees.
    await page.setViewportSize({ width: 768, height: 900 });
    await canvas.click({ position: { x: 300, y: 300 } });
    await typeText(page, 'Typed in the browser; 42 % of it.');
    await expect.poll(() => windows.text()).toBe('Typed in the browser; 42 % of it.');
    await expect(page.getByText(/^\d+ KiB received, \d+ KiB sent$/)).toBeVisible();
    // The response time counts a key only after a short pause in pictures, and quick typing leaves no pause.
    await expect(async () => {
      await page.keyboard.press('Shift');
      await expect(page.getByText(/^Response \d+ ms$/)).toBeVisible({ timeout: 2_000 });
    }).toPass();

    // Windows receives Tab too. The focus escape key leads to the toolbar, and Enter there leads back.
    await page.keyboard.press('Tab');
    await expect.poll(() => windows.text()).toContain('of it.\t');
    await page.keyboard.press('Control+Alt+Shift');
    await expect(page.getByRole('button', { name: 'Back to the desktop' })).toBeFocused();
    await expectAccessibleEverywhere(page, 'desktop-open', [360, 768, 1280]);
    await page.getByRole('button', { name: 'Hide toolbar' }).click();
    await expectAccessibleEverywhere(page, 'desktop-open-alone', [360, 768, 1280]);

    await relays.killFirstRelay();
    await expect.poll(() => relays.install.opened.length).toBe(2);
    await expect(canvas).toBeFocused();
    const [first, second] = relays.install.opened;
    expect(second!.replica).not.toBe(first!.replica);
    await canvas.click({ position: { x: 300, y: 300 } });
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await typeText(page, 'And again.');
    await expect.poll(() => windows.text()).toBe('Typed in the browser; 42 % of it.\t\nAnd again.');
    await page.keyboard.press('Control+Alt+Shift');
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect(canvas).toBeHidden();
  } finally {
    await page.close(); // Otherwise it would report files that its closed server does not send.
    relays.close();
    await windows.close();
  }
});

test('a wrong password is reported and requested again', async ({ page, baseURL }) => {
  const windows = await WindowsDesktop.start();
  const relays = await Relays.start(baseURL!, 1);
  try {
    await openDesktop(page, relays, windows);
    await page.getByLabel('RDP password').fill('not this one');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText(
      /Windows refused the sign-in|Wrong account or password/,
    );
    await expect(page.getByLabel('RDP password')).toBeFocused();
    expect(relays.install.opened).toHaveLength(1);
  } finally {
    await page.close();
    relays.close();
    await windows.close();
  }
});
