import { expect, test as base, type Page } from '@playwright/test';
import { mockApi, type Answers } from './mock-api.js';

interface Site {
  /** Opens an address with a made-up API, signed in if `user` is said. */
  open: (path: string, answers: Answers, options?: { user?: boolean }) => Promise<Page>;
}

/** A test fails when its page writes an error or a warning to the console, or breaks the content security policy. */
export const test = base.extend<Site>({
  open: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      // The browser itself reports refused answers, which some tests are about.
      if (!['error', 'warning'].includes(message.type())) return;
      if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text());
    });
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`content security policy: ${violatedDirective} ${blockedURI}`);
      });
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await use(async (path, answers, { user = false } = {}) => {
      if (user) await page.addInitScript(() => localStorage.setItem('accessToken', 'token'));
      await mockApi(page, answers);
      await page.goto(path);
      return page;
    });
    expect(complaints).toEqual([]);
  },
});

export { expect };
