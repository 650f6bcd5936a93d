import { act, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { openSite } from './render.js';

/** Signs in and waits for the dashboard section. */
export async function openDashboard(user?: UserEvent): Promise<UserEvent> {
  const opened = await openSite('/dashboard', { token: 't', ...(user ? { user } : {}) });
  await screen.findByText(/^Welcome, /);
  return opened;
}

export function openDashboardAt(now: Date): Promise<UserEvent> {
  jest.useFakeTimers({ now });
  return openDashboard(userEvent.setup({ advanceTimers: jest.advanceTimersByTime }));
}

export const advanceTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

export const sidebar = () => within(screen.getByRole('complementary'));

/** Opens a section from the sidebar. */
export async function goTo(user: UserEvent, section: string): Promise<void> {
  await user.click(sidebar().getByRole('button', { name: section }));
  await screen.findByRole('heading', { level: 1, name: section });
}

/** Rows are rendered twice, as a table and as a list for narrow screens, because jsdom has no layout. */
export const table = async () => within(await screen.findByRole('table'));
