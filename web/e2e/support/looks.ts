import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { ALL, WIDTHS } from './widths.js';

/** Where a picture of every look is kept; none is taken without it. */
const folder = process.env.SHOTS;

/** Less than half of what `axe.source` holds, which each page would be sent. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
type Language = 'en' | 'id';

/** Changes the language as another tab would, with any dialog left open. */
export const changeLanguage = (page: Page, language: Language): Promise<void> =>
  page.evaluate((wanted) => {
    localStorage.setItem('casement-language', wanted);
    window.dispatchEvent(new StorageEvent('storage', { key: 'casement-language' }));
  }, language);

/** `null` where none was chosen yet. */
const chosenLanguage = (page: Page): Promise<Language | null> =>
  page.evaluate(() => localStorage.getItem('casement-language') as Language | null);

/** Pairwise: each language with each theme and each width. Without ALL only English is examined. */
export const languageOf = (theme: string, width: number): Language =>
  ALL && (WIDTHS.indexOf(width) + (theme === 'dark' ? 1 : 0)) % 2 === 1 ? 'id' : 'en';

const changeTheme = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate((wanted) => {
    document.documentElement.classList.remove('light', 'dark');
    document.documentElement.classList.add(wanted);
  }, theme);

/** During a transition colours belong to neither theme, and a toast that fades out has too little contrast. */
async function waitForTransitions(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.all(changes.map(({ finished }) => finished.catch(() => undefined)));
  });
}

/** axe finds no violation of any impact, by all of its rules or by the named ones. It is put into a page once. */
export async function expectNoViolations(
  page: Page,
  name: string,
  rules?: string[],
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const found = await page.evaluate(async (runOnly) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    const { violations } = await inPage.run({
      resultTypes: ['violations'],
      // Media and style sheets of other origins; there are none.
      preload: false,
      ...(runOnly && { runOnly }),
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }, rules);
  expect(found, name).toEqual([]);
}

export async function expectNoOverflow(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow, `${name}: pixels that overflow sideways`).toBeLessThanOrEqual(0);
}

/** axe finds nothing of any impact, and nothing overflows sideways. */
export async function expectGoodLook(page: Page, name = ''): Promise<void> {
  await waitForTransitions(page);
  await expectNoViolations(page, name);
  await expectNoOverflow(page, name);
}

/**
 * The present state of the page in both themes and at every width. axe runs whole once, at the greatest width in the
 * light theme; the dark theme is held against its contrast rule alone, and other widths against overflow alone, since
 * neither changes anything else. With ALL axe runs whole in every combination, and the page has its language again afterwards.
 */
export async function expectEveryLook(
  page: Page,
  name: string,
  widths: readonly number[] = WIDTHS,
): Promise<void> {
  const axeWidth = Math.max(...widths);
  const language = await chosenLanguage(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 640 ? 812 : 900 });
    for (const theme of THEMES) {
      const look = `${name}-${theme}-${width}`;
      const unchanged = width !== axeWidth && theme !== 'light';
      if (unchanged && !ALL && !folder) continue;
      await changeTheme(page, theme);
      if (ALL) await changeLanguage(page, languageOf(theme, width));
      await waitForTransitions(page);
      if (folder) await page.screenshot({ path: `${folder}/${look}.png` });
      if (ALL || width === axeWidth) {
        await expectNoViolations(
          page,
          look,
          ALL || theme === 'light' ? undefined : ['color-contrast'],
        );
      }
      if (ALL || theme === 'light') await expectNoOverflow(page, look);
    }
  }
  if (ALL) await changeLanguage(page, language ?? 'en');
}
