import { render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation, useNavigate, type NavigateFunction } from 'react-router-dom';
import { AppRoutes } from '@/app/router.js';
import { ToastHost } from '@/components/ui/toast-host.js';
import { StepUpHost } from '@/features/step-up/step-up-host.js';
import { loadSession } from '@/lib/session.js';

let navigate: NavigateFunction;

function Address() {
  navigate = useNavigate();
  return <output data-testid="address">{useLocation().pathname}</output>;
}

/** Opens the site at an address, as a visitor or, with a token, as a user. */
export async function openSite(
  path: string,
  { token, user = userEvent.setup({ delay: null }) }: { token?: string; user?: UserEvent } = {},
): Promise<UserEvent> {
  if (token) localStorage.setItem('accessToken', token);
  const session = loadSession();
  render(
    <MemoryRouter initialEntries={[path]}>
      <AppRoutes />
      <StepUpHost />
      <ToastHost />
      <Address />
    </MemoryRouter>,
  );
  await session;
  return user;
}

/** Follows a link that is not on the screen (a bookmark, the browser's history). */
export const go = (path: string): void => void navigate(path);

export const address = () => screen.getByTestId('address').textContent;

/** The toast with this title, once it shows. */
export async function findToast(title: string): Promise<HTMLElement> {
  const heading = await screen.findByText(title, { selector: '.toast *' });
  return heading.closest<HTMLElement>('.toast')!;
}
