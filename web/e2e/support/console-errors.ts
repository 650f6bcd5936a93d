import {
  expect,
  test as base,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
} from '@playwright/test';

/** Filters browser messages that tests provoke: API error responses and network loss. */
const isExpected = (message: ConsoleMessage) =>
  message.text().startsWith('Failed to load resource') &&
  (new URL(message.location().url).pathname.startsWith('/api/') ||
    message.text().endsWith('net::ERR_INTERNET_DISCONNECTED'));

/**
 * Makes navigations of the page wait until the code has replaced the prerendered screen, whose forms are inert.
 * Navigations with `waitUntil` do not wait.
 */
function waitForHydration(page: Page): void {
  const waitForApp = async (options?: { waitUntil?: string }) => {
    if (!options?.waitUntil)
      await page.locator('[data-prerendered]').waitFor({ state: 'detached' });
  };
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    await waitForApp(options);
    return answer;
  };
  const reload = page.reload.bind(page);
  page.reload = async (options) => {
    const answer = await reload(options);
    await waitForApp(options);
    return answer;
  };
}

/**
 * Fails a test if any of its pages, in any window, logs an error or warning to the console, throws, or violates the
 * CSP.
 */
export const test = base.extend<{ noConsoleErrors: void }>({
  noConsoleErrors: [
    async ({ browser }, use) => {
      const consoleErrors: string[] = [];
      const listen = (context: BrowserContext) => {
        context.on('console', (message) => {
          if (['error', 'warning'].includes(message.type()) && !isExpected(message)) {
            consoleErrors.push(`${message.text()} (${message.location().url})`);
          }
        });
        context.on('page', waitForHydration);
        context.on('weberror', (problem) => consoleErrors.push(problem.error().message));
      };
      browser.on('context', listen);
      await use();
      browser.off('context', listen);
      expect(consoleErrors).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
