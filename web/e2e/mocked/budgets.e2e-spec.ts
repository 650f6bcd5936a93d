import { gzipSync } from 'node:zlib';
import type { Page, Request, Response } from '@playwright/test';
import { administrator } from '../support/admin.js';
import { mockApi } from '../support/mock-api.js';
import { expect, test } from '../support/site.js';
import { customer, visitor } from '../support/customer.js';

/** Page weight budgets in bytes after gzip. */
const CSS = 12_600;
const PANEL_JS = 188_500;

/**
 * Records a page's requests and layout shifts from this call on. The page's clock stands still except while `rest`
 * advances it.
 */
async function watch(page: Page) {
  const recordedRequests: string[] = [];
  const answers: Response[] = [];
  const inFlight = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().startsWith('data:')) return;
    recordedRequests.push(request.url());
    inFlight.add(request);
  });
  page.on('response', (response) => answers.push(response));
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => inFlight.delete(request));
  }
  await page.clock.install();
  const shift = await recordLayoutShifts(page);

  const bytes = async (ending: string) => {
    const files = answers.filter((answer) => new URL(answer.url()).pathname.endsWith(ending));
    const sizes = files.map(async (file) => gzipSync(await file.body(), { level: 9 }).length);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  return {
    recordedRequests,
    /** Waits until the page has made all its own requests, including deferred ones. */
    rest: async () => {
      await page.clock.runFor(3_000);
      await expect.poll(() => inFlight.size).toBe(0);
    },
    cost: async () => ({ js: await bytes('.js'), css: await bytes('.css') }),
    shift,
    otherOrigins: () =>
      recordedRequests.filter((url) => new URL(url).origin !== new URL(page.url()).origin),
  };
}

/** Sums layout shifts from the first paint on. Returns a function that reads the sum. */
async function recordLayoutShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
        if (!entry.hadRecentInput) seen.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift);
}

interface Shift {
  value: number;
  hadRecentInput: boolean;
}

const CONFIG = {
  statusPageUrl: 'https://status.example.com',
  supportEmail: 'help@example.com',
  supportChatUrl: null,
};

const PAGES = [
  { path: '/', ready: 'Supported cloud providers', js: 104_500, requests: 13 },
  { path: '/login', ready: '7 + 12 = ?', js: 135_500, requests: 16 },
] as const;

for (const { path, ready, js, requests } of PAGES) {
  test(`${path} stays within its budget without layout shifts`, async ({ open, page }) => {
    const loaded = await watch(page);
    const price = { amount: 50_000, bulk: { quantity: 25, amount: 42_500 } };
    await page.route('/config.json', (route) => route.fulfill({ json: { ...CONFIG, price } }));
    await open(path, visitor());
    await page.getByText(ready).waitFor();
    await loaded.rest();
    const cost = await loaded.cost();
    expect(cost.js).toBeLessThanOrEqual(js);
    expect(cost.css).toBeLessThanOrEqual(CSS);
    expect(loaded.recordedRequests.length, loaded.recordedRequests.join('\n')).toBeLessThanOrEqual(
      requests,
    );
    expect(loaded.otherOrigins()).toEqual([]);
    expect(await loaded.shift()).toBe(0);
  });
}

for (const path of ['/', '/login']) {
  test(`${path} does not shift when its font loads late`, async ({ page }) => {
    await mockApi(page, visitor());
    const shift = await recordLayoutShifts(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/hanken-grotesk.*woff2/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expect.poll(() => page.evaluate(painted)).toBe(true);
    test.skip(
      !(await hasFallbackFont(page)),
      'not run: no Arial, Liberation or Roboto to stand in for it',
    );
    release();
    await expect.poll(() => page.evaluate(hasFont)).toBe(true);
    await page.locator('[data-prerendered]').waitFor({ state: 'detached' });
    await page.evaluate(twoFrames);
    expect(await shift()).toBe(0);
  });
}

/** After two frames, changes are drawn and their layout shifts reported. */
const twoFrames = () =>
  new Promise((drawn) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))),
  );
const painted = () => performance.getEntriesByType('paint').length > 0;
const hasFont = () => document.fonts.check("16px 'Hanken Grotesk Variable'");

/** Checks whether the machine has a local fallback font named in fonts.css. */
const hasFallbackFont = (page: Page) =>
  page.evaluate(() =>
    document.fonts.load("16px 'Stand-in'").then(
      ([font]) => font?.status === 'loaded',
      () => false,
    ),
  );

const SCREENS = [
  ['/dashboard', 'Dashboard', 'Welcome, Rahmat', customer],
  ['/dashboard', 'Install History', 'Install History', customer],
  ['/dashboard', 'Topup History', 'Topup History', customer],
  ['/dashboard', 'Help', 'Help', customer],
  ['/admin', 'Users', 'Users', administrator],
  ['/admin', 'Installs', 'Installs', administrator],
] as const;

for (const [path, section, heading, answers] of SCREENS) {
  test(`${path}, ${section} stays within its budget`, async ({ open, page }) => {
    const loaded = await watch(page);
    await open(path, answers(), { user: true });
    const sections = page.getByRole('navigation', { name: 'Sections' });
    await sections.getByRole('button', { name: section, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await loaded.rest();
    const cost = await loaded.cost();
    expect(cost.js).toBeLessThanOrEqual(PANEL_JS);
    expect(cost.css).toBeLessThanOrEqual(CSS);
    expect(loaded.otherOrigins()).toEqual([]);
    expect(await loaded.shift()).toBeLessThanOrEqual(0.01);
    if (path === '/dashboard') {
      // Only administrators download the admin area.
      expect(loaded.recordedRequests.filter((url) => url.includes('admin'))).toEqual([]);
    }
  });
}

test('/login fetches the error reporter on the first interaction', async ({ open, page }) => {
  const toaster = page.waitForResponse(/\/toaster-/);
  await open('/login', visitor());
  await page.getByLabel('Username or email').focus();
  await (await toaster).finished();
});
