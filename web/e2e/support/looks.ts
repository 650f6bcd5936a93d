import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { ALL, WIDTHS } from './widths.js';

/** Where pictures of every look go, to be looked at; none without it. */
const folder = process.env.SHOTS;

type Language = 'en' | 'id';

/** Changes the language as another tab would, whatever is on the page. */
export const speak = (page: Page, language: Language): Promise<void> =>
  page.evaluate((wanted) => {
    localStorage.setItem('casement-language', wanted);
    window.dispatchEvent(new StorageEvent('storage', { key: 'casement-language' }));
  }, language);

/** Pairwise: each language with each theme and each width. Without ALL only English is looked at. */
export const languageOf = (theme: string, width: number): Language =>
  ALL && (WIDTHS.indexOf(width) + (theme === 'dark' ? 1 : 0)) % 2 === 1 ? 'id' : 'en';

/** Colours on their way from one theme to the other are in neither, and a toast that fades out can't be read. */
async function holdStill(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.all(changes.map(({ finished }) => finished.catch(() => undefined)));
  });
}

/** axe finds nothing of any impact, and nothing sticks out sideways. */
export async function expectGoodLook(page: Page, name?: string): Promise<void> {
  await holdStill(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  expect(found, name).toEqual([]);
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(beyond, `${name ?? ''}: pixels that stick out sideways`).toBeLessThanOrEqual(0);
}

/** Shows what is on the page in light and dark, on a phone and a desktop; axe finds nothing and nothing sticks out. */
export async function expectEveryLook(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 640 ? 812 : 900 });
    for (const theme of ['light', 'dark']) {
      await page.evaluate((wanted) => {
        document.documentElement.classList.remove('light', 'dark');
        document.documentElement.classList.add(wanted);
      }, theme);
      await speak(page, languageOf(theme, width));
      const look = `${name}-${theme}-${width}`;
      await holdStill(page);
      if (folder) await page.screenshot({ path: `${folder}/${look}.png` });
      await expectGoodLook(page, look);
    }
  }
  await speak(page, 'en');
}
