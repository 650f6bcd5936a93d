import { expect, type Page } from '@playwright/test';

/** Clicks Install and, after the check has passed, confirms erasing the VPS at `ip`. */
export async function installWindows(page: Page, ip: string, timeout?: number): Promise<void> {
  await page.getByRole('button', { name: 'Install Windows, use 1 quota' }).click();
  await eraseAndInstall(page, ip, timeout);
}

/** Confirms erasing the VPS at `ip` after its check has passed. */
export async function eraseAndInstall(page: Page, ip: string, timeout?: number): Promise<void> {
  const number = page
    .getByRole('dialog', { name: `Erase ${ip}?` })
    .getByLabel(/type the last number of/);
  await expect(number).toBeFocused({ timeout });
  await number.fill(ip.slice(ip.lastIndexOf('.') + 1));
  await page.getByRole('button', { name: 'Erase and install, use 1 quota' }).click();
}
