import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Clicks Install and, after the check has passed, confirms erasing the VPS at `ip`. */
export async function installWindows(user: UserEvent, ip = '203.0.113.24'): Promise<void> {
  await pressInstall(user);
  await confirmErasing(user, ip);
}

export const pressInstall = (user: UserEvent) =>
  user.click(screen.getByRole('button', { name: 'Install Windows, use 1 quota' }));

export const eraseDialog = async (ip = '203.0.113.24') =>
  within(await screen.findByRole('dialog', { name: `Erase ${ip}?` }));

export async function confirmErasing(user: UserEvent, ip = '203.0.113.24'): Promise<void> {
  const dialog = await eraseDialog(ip);
  await user.type(
    dialog.getByLabelText(/type the last number of/),
    ip.slice(ip.lastIndexOf('.') + 1),
  );
  await user.click(dialog.getByRole('button', { name: 'Erase and install, use 1 quota' }));
}

/** Fills in the fields of a check, with the only version available. */
export async function fillInCheck(user: UserEvent, ip = '203.0.113.24'): Promise<void> {
  await user.type(await screen.findByLabelText('VPS IP address'), ip);
  await user.type(screen.getByLabelText('VPS root password'), 'root-secret');
  await screen.findByRole('option', { name: 'Windows Server 2022' });
  await user.selectOptions(screen.getByLabelText('Windows version'), 'ws2022');
}
