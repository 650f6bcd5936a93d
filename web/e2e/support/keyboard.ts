import type { Locator, Page } from '@playwright/test';

/** More than any screen has; with fewer the control cannot be reached. */
const MAX_TABS = 120;

/** Goes on by Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${String(control)} is not reached by Tab`);
}

/** Goes to the field and types, as a user without a mouse does. */
export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Goes to the button and presses it. */
export async function pressButton(page: Page, name: string): Promise<void> {
  await tabTo(
    page,
    page.getByRole('button', { name, exact: true }).filter({ visible: true }).first(),
  );
  await page.keyboard.press('Enter');
}
