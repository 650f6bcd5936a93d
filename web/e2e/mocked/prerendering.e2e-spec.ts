import type { Locator, Page } from '@playwright/test';
import { administrator } from '../support/admin.js';
import { mockApi, type Answers } from '../support/mock-api.js';
import { expect, test } from '../support/console-errors.js';
import { customer, visitor } from '../support/customer.js';

const ENTRY = /\/assets\/index-[^/]*\.js$/;

/** Opens an address and holds back its entry script (or other files) until the returned function is called. */
async function openWithoutCode(
  page: Page,
  path: string,
  stored: Record<string, string> = {},
  answers: Answers = visitor(),
  files = ENTRY,
) {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.addInitScript((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, Object.entries(stored));
  await mockApi(page, answers);
  await page.route(files, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
  return release;
}

/** Positions of the screen parts that depend neither on an API response nor on the public settings. */
const places = (page: Page) =>
  page.locator('#root').evaluate((root) =>
    [...root.querySelectorAll('h1, label, a:not(footer a), footer, footer button')].map(
      (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.matches('footer') ? 'footer' : element.textContent, x, y, width, height];
      },
    ),
  );

const SCREENS = [
  ['/', 'en', 'Turn your VPS into Windows RDP seamlessly'],
  ['/', 'id', 'Ubah VPS Anda menjadi Windows RDP tanpa ribet'],
  ['/login', 'en', 'Welcome back'],
  ['/login', 'id', 'Selamat datang kembali'],
] as const;

for (const [path, language, heading] of SCREENS) {
  test(`${path} (${language}) is visible before its code loads and does not shift`, async ({
    page,
  }) => {
    const release = await openWithoutCode(page, path, { 'casement-language': language });
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.evaluate(() => document.fonts.ready);
    const early = await places(page);
    release();
    await page.locator('[data-prerendered]').waitFor({ state: 'detached' });
    expect(await places(page)).toEqual(early);
  });
}

test('a prerendered form accepts no input that would be lost', async ({ page }) => {
  const release = await openWithoutCode(page, '/login');
  const name = page.getByLabel('Username or email');
  await expect(name).toBeVisible();
  await name.focus();
  await page.keyboard.type('rahmat');
  await expect(name).toHaveValue('');
  release();
  await page.locator('[data-prerendered]').waitFor({ state: 'detached' });
  await name.focus();
  await page.keyboard.type('rahmat');
  await expect(name).toHaveValue('rahmat');
});

for (const [path, link] of [
  ['/', 'Get Started'],
  ['/login', 'Create your account'],
] as const) {
  test(`keyboard focus on a link of ${path} survives the replacement of the prerendered screen`, async ({
    page,
  }) => {
    const release = await openWithoutCode(page, path);
    const part = page.getByRole('main').getByRole('link', { name: link });
    await expect(part).toBeVisible();
    const reached = () => part.evaluate((element) => element === document.activeElement);
    while (!(await reached())) await page.keyboard.press('Tab');
    release();
    await page.locator('[data-prerendered]').waitFor({ state: 'detached' });
    await expect(part).toBeFocused();
  });
}

for (const [path, stored] of [
  ['/login', { accessToken: 'token' }],
  ['/dashboard', {}],
] as const) {
  test(`${path} prerenders nothing for ${'accessToken' in stored ? 'a user' : 'a visitor'}`, async ({
    page,
  }) => {
    const release = await openWithoutCode(page, path, stored);
    await expect(page.locator('#root')).toBeEmpty();
    release();
    await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor();
  });
}

test('/ is prerendered with Login for a user, and then has Dashboard', async ({ page }) => {
  const release = await openWithoutCode(page, '/', { accessToken: 'token' }, customer());
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Login' })).toBeVisible();
  const { width } = (await header.getByRole('link', { name: 'Login' }).boundingBox())!;
  release();
  const link = header.getByRole('link', { name: 'Dashboard' });
  await expect(link).toBeVisible();
  expect((await link.boundingBox())!.width).toBe(width);
});

for (const language of ['en', 'id'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`§2 /dashboard (${language}, ${theme}) shows the spinner before its code loads`, async ({
      page,
    }) => {
      const stored = {
        accessToken: 'token',
        'casement-language': language,
        'casement-theme': theme,
      };
      const never = () => new Promise(() => undefined);
      const answers = { ...customer(), 'GET /user/profile': never, 'GET /user/dashboard': never };
      const release = await openWithoutCode(page, '/dashboard', stored, answers);
      const spinner = page.getByRole('status');
      await expect(spinner).toHaveText(language === 'en' ? 'Loading...' : 'Memuat...');
      await expect(page.locator('html')).toHaveClass(theme);
      await page.evaluate(() => document.fonts.ready);
      const early = { box: await spinner.boundingBox(), color: await colorsOf(spinner) };
      release();
      await page.locator('[data-prerendered]').waitFor({ state: 'detached' });
      expect({ box: await spinner.boundingBox(), color: await colorsOf(spinner) }).toEqual(early);
    });
  }
}

/** Colors of the text and of the page. */
const colorsOf = (spinner: Locator) =>
  spinner.evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(document.body).backgroundColor,
  ]);

test("§2 'Loading your dashboard...' follows once the sign-in is known", async ({ page }) => {
  const never = () => new Promise(() => undefined);
  const answers = { ...customer(), 'GET /user/dashboard': never };
  const release = await openWithoutCode(page, '/dashboard', { accessToken: 'token' }, answers);
  await expect(page.getByText('Loading...')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Loading your dashboard...' })).toBeVisible();
  await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0);
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

const PANELS = [
  ['/dashboard', {}, customer(), '/api/user/dashboard', /\/assets\/dashboard-[^/]*\.js$/],
  [
    '/admin',
    { admin: 1 },
    administrator(),
    '/api/admin/operations/install',
    /\/assets\/admin-shell-/,
  ],
] as const;

for (const [path, claims, answers, call, files] of PANELS) {
  test(`${path} starts each of its first requests once, before its code loads`, async ({
    page,
  }) => {
    const calls = callsOf(page);
    const stored = { accessToken: tokenOf(claims) };
    const release = await openWithoutCode(page, path, stored, answers, files);
    await expect.poll(() => calls).toContain(call);
    const early = [...calls];
    release();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    for (const earlyCall of early)
      expect(calls.filter((other) => other === earlyCall)).toEqual([earlyCall]);
  });
}

test('/dashboard sends no request for a visitor', async ({ page }) => {
  const calls = callsOf(page);
  await openWithoutCode(page, '/dashboard', {}, visitor(), /\/assets\/login-[^/]*\.js$/);
  await expect.poll(() => page.evaluate(() => location.pathname)).toBe('/login');
  expect(calls).toEqual([]);
});

test('/admin sends no admin request for a customer', async ({ page }) => {
  const calls = callsOf(page);
  const release = await openWithoutCode(
    page,
    '/admin',
    { accessToken: tokenOf({ admin: 0 }) },
    customer(),
  );
  release();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(calls.filter((call) => call.startsWith('/api/admin'))).toEqual([]);
});
