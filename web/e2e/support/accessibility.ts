import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { ALL, WIDTHS } from './widths.js';

/** Folder for screenshots. None are taken without it. */
const folder = process.env.SHOTS;

/** Minified build of axe, less than half the size of `axe.source`. It is injected into every tested page. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

interface Channels {
  r: number;
  g: number;
  b: number;
  alpha: number;
}
/** Window of a page into which axe was injected. Its color class is replaced by a cached one. */
interface AxeWindow {
  axe: typeof axe & {
    commons: {
      color: { Color: { prototype: Channels & { parseString: (text: string) => Channels } } };
    };
  };
}

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
type Language = 'en' | 'id';

/** Changes the language as another tab would, leaving any dialog open. */
export async function changeLanguage(page: Page, language: Language): Promise<void> {
  await page.evaluate((wanted) => {
    localStorage.setItem('casement-language', wanted);
    window.dispatchEvent(new StorageEvent('storage', { key: 'casement-language' }));
  }, language);
  // The texts may have to be fetched.
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' });
}

/** Returns `null` if no language has been chosen. */
const chosenLanguage = (page: Page): Promise<Language | null> =>
  page.evaluate(() => localStorage.getItem('casement-language') as Language | null);

/** Pairwise coverage of language, theme and width. Without ALL, only English is tested. */
export const languageOf = (theme: string, width: number): Language =>
  ALL && (WIDTHS.indexOf(width) + (theme === 'dark' ? 1 : 0)) % 2 === 1 ? 'id' : 'en';

const changeTheme = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate((wanted) => {
    document.documentElement.classList.remove('light', 'dark');
    document.documentElement.classList.add(wanted);
  }, theme);

/** During a transition, colors match neither theme, and a fading toast has too little contrast. */
async function waitForTransitions(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const changes = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition);
    await Promise.all(changes.map(({ finished }) => finished.catch(() => undefined)));
  });
}

/**
 * Injects axe into the page with a color cache. Parsing the colors of each text again costs nearly a third of its
 * time.
 */
async function injectAxe(page: Page): Promise<void> {
  await page.evaluate(axeSource);
  await page.evaluate(() => {
    const { prototype } = (window as unknown as AxeWindow).axe.commons.color.Color;
    const { parseString } = prototype;
    const known = new Map<string, Channels>();
    prototype.parseString = function (text) {
      const channels = known.get(text);
      if (channels) return Object.assign(this, channels);
      const { r, g, b, alpha } = parseString.call(this, text);
      known.set(text, { r, g, b, alpha });
      return this;
    };
  });
}

/** Asserts that axe finds no violation of any impact. */
export async function expectNoViolations(page: Page, name: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await injectAxe(page);
  const found = await page.evaluate(async () => {
    const { violations } = await (window as unknown as AxeWindow).axe.run({
      resultTypes: ['violations'],
      // Skips preloading media and style sheets of other origins, which do not exist here.
      preload: false,
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  });
  expect(found, name).toEqual([]);
}

/** Asserts that the page does not scroll sideways, and no control is cut off at the side, as a dialog may do. */
export async function expectNoOverflow(page: Page, name: string): Promise<void> {
  const { overflow, cutOff } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const scrollsSideways = (element: Element) => {
      for (let at = element.parentElement; at; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth)
          return true;
      return false;
    };
    const cutOff = [...document.querySelectorAll('button, a[href], input, select, textarea')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        // Controls for screen readers only are one pixel wide.
        return width > 1 && (left < -1 || right > clientWidth + 1);
      })
      // Hidden fields that only bots fill in, and toasts, which slide in and out.
      .filter(
        (element) =>
          !element.closest('[aria-hidden=true]:not([data-aria-hidden]), [data-swipe-direction]'),
      )
      .filter((element) => element.checkVisibility() && !scrollsSideways(element))
      .map((element) => element.outerHTML.slice(0, 120));
    return { overflow: scrollWidth - clientWidth, cutOff };
  });
  expect(overflow, `${name}: pixels that overflow sideways`).toBeLessThanOrEqual(0);
  expect(cutOff, `${name}: controls cut off at the side`).toEqual([]);
}

/** Asserts that axe finds no violation and the page does not overflow horizontally. */
export async function expectAccessible(page: Page, name = ''): Promise<void> {
  await waitForTransitions(page);
  await expectNoViolations(page, name);
  await expectNoOverflow(page, name);
}

/** Alternates the theme by name so that axe tests both. */
const themeOf = (name: string): Theme => (name.length % 2 === 0 ? 'light' : 'dark');

/**
 * Checks the current state for overflow at every width, and with axe at the greatest width in the theme derived from
 * the state's name. With ALL, axe runs at every width in both themes and languages, and the page's language is
 * restored afterwards.
 */
export async function expectAccessibleEverywhere(
  page: Page,
  name: string,
  widths: readonly number[] = WIDTHS,
): Promise<void> {
  const axeWidth = Math.max(...widths);
  const language = await chosenLanguage(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 640 ? 812 : 900 });
    for (const theme of ALL || folder ? THEMES : [themeOf(name)]) {
      const label = `${name}-${theme}-${width}`;
      await changeTheme(page, theme);
      if (ALL) await changeLanguage(page, languageOf(theme, width));
      await waitForTransitions(page);
      if (folder) await page.screenshot({ path: `${folder}/${label}.png` });
      if (ALL || width === axeWidth) await expectNoViolations(page, label);
      await expectNoOverflow(page, label);
    }
  }
  if (ALL) await changeLanguage(page, language ?? 'en');
}
