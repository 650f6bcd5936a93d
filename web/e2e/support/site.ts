import type { Page } from '@playwright/test';
import { mockApi, type Answers } from './mock-api.js';
import { expect, test as quiet } from './console-errors.js';

export interface Site {
  /** Opens an address with a mocked API, signed in with `user`. */
  open: (path: string, answers: Answers, options?: { user?: boolean }) => Promise<Page>;
}

export const test = quiet.extend<Site>({
  open: ({ page }, use) =>
    use(async (path, answers, { user = false } = {}) => {
      if (user) await page.addInitScript(() => localStorage.setItem('accessToken', 'token'));
      await mockApi(page, answers);
      await page.goto(path);
      return page;
    }),
});

export { expect };
