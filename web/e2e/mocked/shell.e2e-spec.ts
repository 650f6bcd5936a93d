import type { Page } from '@playwright/test';
import { makeDashboard, makeInstall, makeUser } from '@casement/web/testing/factories/factories.js';
import { administrator } from '../support/admin.js';
import { pressButton, tabTo, typeInto } from '../support/keyboard.js';
import {
  changeLanguage,
  expectAccessible,
  expectAccessibleEverywhere,
} from '../support/accessibility.js';
import { List, mockApi, Refusal } from '../support/mock-api.js';
import { expect, test } from '../support/site.js';
import { customer, installs, visitor } from '../support/customer.js';

const goTo = (page: Page, section: string) =>
  page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: section, exact: true })
    .click();

const nothingRecorded = { 'GET /user/telegram-notifications/history': () => new List([]) };

test.describe('toasts', () => {
  const withToast = async (page: Page) => {
    await page.getByText('7 + 12').waitFor();
    await page.getByLabel('Username or email').fill('rahmat_p');
    await page.getByLabel('Password', { exact: true }).fill('secret');
    await page.getByRole('button', { name: 'Sign In' }).click();
    const toast = page.locator('.toast', { hasText: 'CAPTCHA Required' });
    await expect(toast).toBeVisible();
    return toast;
  };

  const drag = async (page: Page, toast: ReturnType<Page['locator']>, by: number) => {
    const box = (await toast.boundingBox())!;
    const [x, y] = [box.x + 60, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y, { steps: 4 });
    await page.mouse.move(x + by, y, { steps: 4 });
    await page.mouse.up();
  };

  test('§9 a swipe to the right dismisses at 50 px, not at 30 px', async ({ open }) => {
    const page = await open('/login', visitor());
    const toast = await withToast(page);
    await drag(page, toast, 30);
    await expect(toast).toBeVisible();
    await drag(page, toast, 80);
    await expect(toast).toBeHidden();
  });

  test('§9 are at most 420 px wide, at the bottom right', async ({ open }) => {
    const page = await open('/login', visitor());
    const box = (await (await withToast(page)).boundingBox())!;
    const { width, height } = page.viewportSize()!;
    expect(box.width).toBeLessThanOrEqual(420);
    expect(box.x + box.width).toBeGreaterThan(width - 40);
    expect(box.y + box.height).toBeGreaterThan(height - 40);
  });
});

test('§1 footer stays at the bottom while the landing page scrolls', async ({ open, page }) => {
  await page.setViewportSize({ width: 375, height: 600 });
  await open('/', visitor());
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(
    `© ${new Date().getFullYear()} Casement. All rights reserved.`,
  );
  await page.mouse.wheel(0, 5_000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  const box = (await footer.boundingBox())!;
  expect(Math.round(box.y + box.height)).toBe(600);
  // The footer hides no content at the end of the page.
  const last = (await page.getByText('Supported cloud providers').boundingBox())!;
  expect(last.y + last.height).toBeLessThan(box.y);
});

test('§1 Learn More scrolls, also by keyboard; §9 its scrollbar hides after 600 ms', async ({
  open,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 420 });
  await open('/', visitor());
  await page.getByRole('button', { name: 'Learn More' }).click();
  const body = page.getByRole('dialog').getByRole('group', { name: 'About Casement' });
  await expect(body).toBeFocused();
  await page.keyboard.press('End');
  await expect.poll(() => body.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  await expect(body.getByText('Azure', { exact: true })).toBeInViewport();
  await page.getByRole('dialog').getByRole('link', { name: 'Get Started' }).focus();
  await page.mouse.move(0, 0);
  const hiding = await body.evaluate((element) => {
    const { transitionDelay, transitionProperty } = getComputedStyle(element);
    return { transitionDelay, transitionProperty };
  });
  expect(hiding).toEqual({ transitionDelay: '0.6s', transitionProperty: 'scrollbar-color' });
});

test.describe('in-app notifications', () => {
  test('§3 the bell announces an install that has ended', async ({ open }) => {
    let ended = false;
    const [running] = installs;
    const page = await open(
      '/dashboard',
      {
        ...customer(),
        ...nothingRecorded,
        'GET /user/install-history': () =>
          new List([ended ? makeInstall({ id: running!.id, ip: running!.ip }) : running]),
      },
      { user: true },
    );
    await page.getByText('Writing Windows').waitFor();
    ended = true;
    // A toast announces it too. If the toast appeared after the list, Escape would close the toast first.
    await page
      .locator('.toast', { hasText: 'Installation completed' })
      .waitFor({ timeout: 30_000 });
    const bell = page.getByRole('button', { name: 'Notifications, 1 new' });
    await bell.click();
    const list = page.getByRole('dialog', { name: 'Notifications' });
    await expect(list.getByRole('listitem')).toHaveText(/Windows is ready on/);
    await expectAccessibleEverywhere(page, 'notifications');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeFocused();
  });

  test('§3 the list shows its empty state', async ({ open }) => {
    const page = await open('/dashboard', { ...customer(), ...nothingRecorded }, { user: true });
    await page.getByRole('button', { name: 'Notifications', exact: true }).click();
    await page.getByText('No notifications yet').waitFor();
    await expectAccessibleEverywhere(page, 'notifications-none');
  });
});

test('signing out in one tab signs out the other', async ({ open, page }) => {
  await open('/dashboard', customer(), { user: true });
  await page.getByText('Welcome, Rahmat').waitFor();
  const other = await page.context().newPage();
  await mockApi(other, customer());
  await other.goto('/dashboard');
  await other.getByText('Welcome, Rahmat').waitFor();
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL(/\/$/);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('offline mode shows a notice, keeps input and recovers', async ({ open, page }) => {
  // The toaster is prefetched so that it can appear while offline.
  const toaster = page.waitForResponse(/\/toaster-/);
  await open('/dashboard', customer(), { user: true });
  await page.getByText('Welcome, Rahmat').waitFor();
  await goTo(page, 'Settings');
  await (await toaster).finished();
  // Fetched with the section. Offline, its code would fail to load.
  await page.getByRole('heading', { name: 'Receipt details', exact: true }).waitFor();
  await page.getByLabel('First name').fill('Rama');
  // Fetches the texts of both languages.
  await changeLanguage(page, 'id');
  await changeLanguage(page, 'en');
  // A browser whose only network is the local machine never fires these events.
  const dispatch = (change: 'online' | 'offline') =>
    page.evaluate((type) => void window.dispatchEvent(new Event(type)), change);
  await page.context().setOffline(true);
  await dispatch('offline');
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await expectAccessibleEverywhere(page, 'offline');
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.toast', { hasText: 'Profile update failed' })).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Rama');
  await page.context().setOffline(false);
  await dispatch('online');
  await expect(page.getByText('You’re offline.')).toBeHidden();
});

test.describe('Indonesian interface', () => {
  const SCREENS: [path: string, ready: string][] = [
    ['/', 'Mulai'],
    ['/login', 'Masuk'],
    ['/register', 'Buat akun'],
    ['/dashboard', 'Instal Windows'],
  ];
  for (const [path, ready] of SCREENS) {
    test(`${path} fits and passes axe`, async ({ open, page }) => {
      await page.addInitScript(() => localStorage.setItem('casement-language', 'id'));
      const user = path === '/dashboard';
      await open(path, user ? customer() : visitor(), { user });
      await page.getByText(ready, { exact: true }).filter({ visible: true }).first().waitFor();
      await expect(page.locator('html')).toHaveAttribute('lang', 'id');
      // The dashboard's navigation precedes its heading.
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const width of [375, 1280]) {
        await page.setViewportSize({ width, height: 812 });
        if (process.env.SHOTS) {
          const name = `id${path.replace('/', '-')}-light-${width}`;
          await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
        }
        await expectAccessible(page, `${width} px`);
      }
    });
  }
});

test.describe('page requests', () => {
  const CASES = [
    ['/', visitor, []],
    ['/login', visitor, []],
    [
      '/dashboard',
      customer,
      ['Install Windows', 'Install History', 'Topup History', 'Settings', 'Dashboard'],
    ],
    [
      '/admin',
      administrator,
      ['Windows Versions', 'Products', 'Users', 'Installs', 'Payment Methods', 'Two-Factor'],
    ],
  ] as const;
  for (const [path, answers, sections] of CASES) {
    test(`${path} requests nothing twice and nothing from other origins`, async ({
      open,
      page,
    }) => {
      const recordedRequests: string[] = [];
      page.on('request', (request) =>
        recordedRequests.push(`${request.method()} ${request.url()}`),
      );
      const twice = () =>
        recordedRequests.filter((href, i) => recordedRequests.indexOf(href) !== i);
      const user = path === '/dashboard' || path === '/admin';
      // Leaves out the mocked customer's running installs, which would be polled.
      const calm = { 'GET /user/install-history': () => new List(installs.slice(3)) };
      await open(path, { ...answers(), ...calm }, { user });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(twice()).toEqual([]);
      expect(
        recordedRequests.filter((href) => !href.includes('127.0.0.1') && !href.includes('data:')),
      ).toEqual([]);
      for (const section of sections) {
        recordedRequests.length = 0;
        await goTo(page, section);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect(twice(), section).toEqual([]);
      }
    });
  }
});

test('register, top up, pay, install and connect by keyboard only', async ({ open }) => {
  test.slow();
  let paid = false;
  let started = false;
  const done = makeInstall({ ip: '203.0.113.77' });
  const answers = customer();
  const created = (await answers['POST /user/topup']!(null)) as { reference: string };
  const page = await open('/', {
    ...visitor(),
    ...answers,
    'POST /auth/login': async () => ({
      ...((await answers['GET /user/profile']!(null)) as object),
      accessToken: 'token',
    }),
    'GET /user/topup/history': async (body) => {
      const list = (await answers['GET /user/topup/history']!(body)) as List;
      const items = list.items.map((item) => {
        const topup = item as { reference: string; status: string };
        return paid && topup.reference === created.reference ? { ...topup, status: 'PAID' } : topup;
      });
      return new List(items, list.total);
    },
    'GET /user/install-history': () => new List(started ? [done] : []),
    'POST /user/install': () => {
      started = true;
      return { ...done, status: 'pending' };
    },
  });
  await tabTo(page, page.getByRole('link', { name: 'Login' }));
  await page.keyboard.press('Enter');
  await page.getByText('7 + 12').waitFor();
  await typeInto(page, 'Username or email', 'rahmat_p');
  await typeInto(page, 'Password', 'Sunrise9!');
  await typeInto(page, 'CAPTCHA', '19');
  await page.keyboard.press('Enter');
  await page.getByText('Welcome, Rahmat').waitFor();

  await pressButton(page, 'Topup Quota');
  await expect(page.getByLabel('Quantity')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('10');
  await tabTo(page, page.getByRole('radio', { name: /QRIS/ }));
  await page.keyboard.press('Space');
  await page.getByText('Rp 225.000').first().waitFor();
  await pressButton(page, 'Proceed');
  await pressButton(page, 'Pay Rp 227.325');
  await page.getByText('Waiting for your payment.').waitFor();
  paid = true;
  await expect(page.locator('.toast', { hasText: 'Payment received' })).toBeVisible({
    timeout: 30_000,
  });

  const sections = page.getByRole('navigation', { name: 'Sections' });
  await tabTo(page, sections.getByRole('button', { name: 'Install Windows' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Install Windows' }).waitFor();
  await typeInto(page, 'VPS IP address', '203.0.113.77');
  await typeInto(page, 'VPS root password', 'root-secret');
  await tabTo(page, page.getByLabel('Windows version'));
  await page.keyboard.type('Windows 11');
  await typeInto(page, 'RDP password', 'Sunrise9! over Java');
  await pressButton(page, 'Install Windows, use 1 quota');
  await expect(page.getByLabel(/type the last number of/)).toBeFocused();
  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Install History' }).waitFor();
  await pressButton(page, 'Connect to 203.0.113.77');
  await expect(page.getByRole('dialog')).toContainText('203.0.113.77:22');
});

test('a toast on a phone does not cover the card it refers to', async ({ open, page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await open(
    '/dashboard',
    {
      ...customer(),
      'GET /user/install-history': () => new Refusal(500, 'It failed.', 'INTERNAL'),
    },
    { user: true },
  );
  await page.getByText('Welcome, Rahmat').waitFor();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Install History' }).click();
  const toast = page.locator('.toast');
  await toast.waitFor();
  const frame = (await page.locator('main [role=alert]').boundingBox())!;
  await expect
    .poll(async () => (await toast.boundingBox())!.y)
    .toBeGreaterThanOrEqual(frame.y + frame.height);
});

test.describe('a name of 50 characters hides no button at 375 px', () => {
  test.use({ viewport: { width: 375, height: 812 } });
  const name = 'Wilhelmina'.repeat(5);
  const named = {
    username: name,
    email: `${name}@example.com`,
    profile: { first_name: name, avatar_url: null },
  };

  /** Asserts that every button and link lies within the page width unless a scrolling container holds it. */
  const expectAllReachable = async (page: Page) => {
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, a, select, input')]
        .filter((control) => control.checkVisibility() && !control.closest('.scroll-x, .sr-only'))
        .filter((control) => {
          const { left, right, width } = control.getBoundingClientRect();
          return width > 0 && (left < 0 || right > innerWidth);
        })
        .map((control) => control.outerHTML.slice(0, 200)),
    );
    expect(cut).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  };

  for (const section of ['Dashboard', 'Install History', 'Settings']) {
    test(section, async ({ open }) => {
      const answers = {
        ...customer(),
        'GET /user/profile': () => ({ user: makeUser(named) }),
        'GET /user/dashboard': () => makeDashboard(named),
      };
      const page = await open('/dashboard', answers, { user: true });
      await page.getByText(/^Welcome, /).waitFor();
      if (section !== 'Dashboard') {
        await page.getByRole('button', { name: 'Menu', exact: true }).click();
        await page.getByRole('button', { name: section, exact: true }).click();
        await page.getByRole('heading', { level: 1, name: section }).waitFor();
      }
      await expectAllReachable(page);
    });
  }

  test('Users table and user’s page', async ({ open }) => {
    const longUser = makeUser(named);
    const answers = {
      ...administrator(),
      'GET /user/profile': () => ({ user: makeUser({ ...named, admin: 1 }) }),
      'GET /admin/users': () => new List([longUser]),
      'GET /admin/users/*': () => longUser,
    };
    const page = await open('/admin', answers, { user: true });
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('button', { name: 'Users', exact: true }).click();
    await page.getByText(name).filter({ visible: true }).first().waitFor();
    await expectAllReachable(page);
    for (const [button, dialog] of [
      [`Update the quota of ${name}`, 'Update User Quota'],
      [`Delete ${name}`, 'Delete User Account'],
      [`Change the role of ${name}`, 'Change role'],
    ] as const) {
      await page
        .getByRole('button', { name: button, exact: true })
        .filter({ visible: true })
        .click();
      await page.getByRole('dialog', { name: dialog }).waitFor();
      await expectAllReachable(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    await page
      .getByRole('button', { name: `Open ${name}` })
      .filter({ visible: true })
      .click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await expectAllReachable(page);
  });
});
