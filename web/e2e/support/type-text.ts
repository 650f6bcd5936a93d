import type { Page } from '@playwright/test';

/** Types with Shift where needed, because Playwright's `type` does not press it. */
export async function typeText(page: Page, text: string): Promise<void> {
  for (const character of text) {
    const shifted = character === '%' ? 'Digit5' : undefined;
    if (shifted || /[A-Z]/.test(character))
      await page.keyboard.press(`Shift+${shifted ?? character}`);
    else await page.keyboard.press(character === ' ' ? 'Space' : character);
  }
}
