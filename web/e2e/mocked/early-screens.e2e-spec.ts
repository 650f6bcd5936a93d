import type { Page } from '@playwright/test';
import { administrator } from '../support/admin.js';
import { mockApi, type Answers } from '../support/mock-api.js';
import { expect, test } from '../support/quiet.js';
import { customer, visitor } from '../support/world.js';

/** Opens an address whose code does not come before it is let go. */
async function openWithoutCode(
  page: Page,
  path: string,
  stored: Record<string, string> = {},
  answers: Answers = visitor(),
) {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.addInitScript((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, Object.entries(stored));
  await mockApi(page, answers);
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

const tokenOf = (claims: object) => `head.${btoa(JSON.stringify(claims))}.signature`;

function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname + search);
  });
  return calls;
}

/** The calls of lib/early-answers.ts whose answers no one has asked for. */
const untaken = () =>
  Object.keys((window as unknown as { early?: { answers: object } }).early?.answers ?? {});

const PANELS = [
  ['/dashboard', {}, customer(), '/api/user/dashboard'],
  ['/admin', { admin: 1 }, administrator(), '/api/admin/operations/install'],
] as const;

for (const [path, claims, answers, call] of PANELS) {
  test(`the first calls of ${path} are made beside its code, each once`, async ({ page }) => {
    const calls = callsOf(page);
    const stored = { accessToken: tokenOf(claims) };
    const letGo = await openWithoutCode(page, path, stored, answers);
    await expect.poll(() => calls).toContain(call);
    const early = [...calls];
    letGo();
    await page.getByRole('heading', { level: 1 }).waitFor();
    // All are taken by what the panel asks for.
    await expect.poll(() => page.evaluate(untaken)).toEqual([]);
    await page.waitForLoadState('networkidle');
    for (const one of early) expect(calls.filter((other) => other === one)).toEqual([one]);
  });
}

for (const [who, path, claims, section] of [
  ['a visitor', '/dashboard', undefined, undefined],
  ['a customer at the admin area', '/admin', { admin: 0 }, undefined],
  ['an administrator in another section', '/admin', { admin: 1 }, 'users'],
] as const) {
  test(`nothing is asked early for ${who}`, async ({ page }) => {
    const calls = callsOf(page);
    await page.addInitScript((opened) => {
      if (opened) history.replaceState({ usr: { place: { section: opened } } }, '');
    }, section);
    const stored: Record<string, string> = claims ? { accessToken: tokenOf(claims) } : {};
    const letGo = await openWithoutCode(page, path, stored);
    expect(await page.evaluate(untaken)).toEqual([]);
    expect(calls).toEqual([]);
    letGo();
  });
}

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
