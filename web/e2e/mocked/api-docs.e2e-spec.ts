import { expect, test } from '../support/console-errors.js';

test.describe('API reference at /api/docs', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`groups the calls by task and searches them without requests to other origins, ${colorScheme}`, async ({
      page,
      baseURL,
    }) => {
      const foreign: string[] = [];
      page.on('request', (sentRequest) => {
        const { protocol, origin } = new URL(sentRequest.url());
        if (protocol.startsWith('http') && origin !== baseURL) foreign.push(sentRequest.url());
      });
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto('/api/docs', { waitUntil: 'load' });

      const menu = page.getByRole('menu').first();
      await expect(menu.getByText('Install Windows', { exact: true })).toBeVisible();
      await expect(menu.getByText('Administrators', { exact: true })).toBeAttached();
      await expect(page.getByRole('heading', { name: 'Quick start' })).toBeVisible();
      // Described once, in the introduction.
      await expect(page.getByText('The request has more than 100 headers.')).toHaveCount(0);
      for (const name of ['billing', 'desktop-relay', 'Swagger']) {
        await expect(page.getByText(name, { exact: true })).toHaveCount(0);
      }
      const shot = (part: string) =>
        process.env.SHOTS &&
        page.screenshot({ path: `${process.env.SHOTS}/api-${part}-${colorScheme}.png` });
      await shot('start-1440');

      await page.getByRole('textbox', { name: 'Search' }).fill('rdp password');
      await page
        .getByRole('search')
        .getByRole('menuitem', { name: /Get the RDP password/ })
        .first()
        .click();
      await expect(page.getByRole('heading', { name: 'Get the RDP password' })).toBeInViewport();
      await page.getByRole('tab', { name: 'Python' }).first().click();
      await expect(page.getByText('urllib.request.Request').first()).toBeAttached();
      await shot('call-1440');
      await page.setViewportSize({ width: 375, height: 800 });
      await page.goto('/api/docs', { waitUntil: 'load' });
      await expect(page.getByRole('heading', { name: 'Quick start' })).toBeVisible();
      await shot('start-375');
      expect(foreign).toEqual([]);
    });
  }
});
