import type { Page } from '@playwright/test';
import { mockApi } from '../support/mock-api.js';
import { expect, test } from '../support/quiet.js';
import { visitor } from '../support/world.js';

/** Opens an address whose code does not come before it is let go. */
async function openWithoutCode(page: Page, path: string, stored: Record<string, string> = {}) {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.addInitScript((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, Object.entries(stored));
  await mockApi(page, visitor());
  await page.route(/\/assets\/base-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  // Everything is there but what the code will do.
  await page.waitForFunction(() => document.readyState !== 'loading');
  return letGo;
}

/** Where the parts of a screen lie that do not depend on an answer. */
const places = (page: Page) =>
  page.locator('#root').evaluate((root) =>
    [...root.querySelectorAll('h1, label, a, footer')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.textContent, x, y, width, height];
    }),
  );

const SCREENS = [
  ['/', 'en', 'Turn your VPS into Windows RDP seamlessly'],
  ['/', 'id', 'Ubah VPS Anda menjadi RDP Windows dengan mulus'],
  ['/login', 'en', 'Welcome back'],
  ['/login', 'id', 'Selamat datang kembali'],
] as const;

for (const [path, language, heading] of SCREENS) {
  test(`${path} (${language}) is seen before its code has come, and stays where it is`, async ({
    page,
  }) => {
    const letGo = await openWithoutCode(page, path, { 'casement-language': language });
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.evaluate(() => document.fonts.ready);
    const early = await places(page);
    letGo();
    await page.locator('[data-early]').waitFor({ state: 'detached' });
    expect(await places(page)).toEqual(early);
  });
}

test('an early form takes nothing that would be lost', async ({ page }) => {
  const letGo = await openWithoutCode(page, '/login');
  const name = page.getByLabel('Username or email');
  await expect(name).toBeVisible();
  await name.focus();
  await page.keyboard.type('rahmat');
  await expect(name).toHaveValue('');
  letGo();
  await page.locator('[data-early]').waitFor({ state: 'detached' });
  await name.focus();
  await page.keyboard.type('rahmat');
  await expect(name).toHaveValue('rahmat');
});

for (const [path, link] of [
  ['/', 'Get Started'],
  ['/login', 'Create your account'],
] as const) {
  test(`who has come to a link of ${path} by keyboard stays there`, async ({ page }) => {
    const letGo = await openWithoutCode(page, path);
    const part = page.getByRole('main').getByRole('link', { name: link });
    await expect(part).toBeVisible();
    const reached = () => part.evaluate((element) => element === document.activeElement);
    while (!(await reached())) await page.keyboard.press('Tab');
    letGo();
    await page.locator('[data-early]').waitFor({ state: 'detached' });
    await expect(part).toBeFocused();
  });
}

for (const [path, stored] of [
  ['/login', { accessToken: 'token' }],
  ['/dashboard', {}],
] as const) {
  test(`${path} shows nothing early to ${'accessToken' in stored ? 'a user' : 'a visitor'}`, async ({
    page,
  }) => {
    const letGo = await openWithoutCode(page, path, stored);
    await expect(page.locator('#root')).toBeEmpty();
    letGo();
    await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor();
  });
}

test("the screen's files are asked for beside the entry", async ({ page }) => {
  const asked = page.waitForRequest(/\/assets\/dashboard-[^/]*\.js$/);
  const letGo = await openWithoutCode(page, '/dashboard');
  await asked;
  letGo();
});

test("a screen's own style sheet comes after the common one, whose rules it may override", async ({
  page,
}) => {
  const letGo = await openWithoutCode(page, '/');
  const sheets = () =>
    page.evaluate(() => Array.from(document.styleSheets, ({ href }) => href?.split('/').at(-1)));
  // A sheet is there once it has come, in the order of the page, not of their coming.
  await expect
    .poll(sheets)
    .toEqual([expect.stringMatching(/^base-/), expect.stringMatching(/^landing-/)]);
  const early = await sheets();
  letGo();
  await page.locator('[data-early]').waitFor({ state: 'detached' });
  expect(await sheets()).toEqual(early);
});
