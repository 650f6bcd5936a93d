import type { Locator, Page } from '@playwright/test';

/** Exceeds the tab stops of any screen, so reaching the limit means that the control is unreachable. */
const MAX_TABS = 120;

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${String(control)} is not reached by Tab`);
}

/** Tabs to the field and types, as a keyboard user does. */
export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

export async function pressButton(page: Page, name: string): Promise<void> {
  await tabTo(
    page,
    page.getByRole('button', { name, exact: true }).filter({ visible: true }).first(),
  );
  await page.keyboard.press('Enter');
}
