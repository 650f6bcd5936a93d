import { act, render, screen, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import {
  UNSAFE_createMemoryHistory as createMemoryHistory,
  unstable_HistoryRouter as HistoryRouter,
  useLocation,
  useNavigate,
  type Location,
  type NavigateFunction,
} from 'react-router-dom';
import { AppRoutes } from '@/app/router.js';
import { ToastHost } from '@/components/ui/feedback/toast-host.js';
import { StepUpHost } from '@/features/step-up/step-up-host.js';
import { loadSession } from '@/lib/session/session.js';

let navigate: NavigateFunction;
let location: Location;
let site: RenderResult;
/** History that survives a simulated reload. As in a browser, it changes synchronously and is rendered later. */
let history: ReturnType<typeof createMemoryHistory>;

function Address() {
  navigate = useNavigate();
  location = useLocation();
  return <output data-testid="address">{location.pathname}</output>;
}

async function show(): Promise<void> {
  const session = loadSession();
  site = render(
    <HistoryRouter history={history}>
      <AppRoutes />
      <StepUpHost />
      <ToastHost />
      <Address />
    </HistoryRouter>,
  );
  await session;
}

/** Opens the site at an address, as a visitor or, with a token, as a user. */
export async function openSite(
  path: string,
  { token, user = userEvent.setup({ delay: null }) }: { token?: string; user?: UserEvent } = {},
): Promise<UserEvent> {
  if (token) localStorage.setItem('accessToken', token);
  history = createMemoryHistory({ initialEntries: [path], v5Compat: true });
  await show();
  return user;
}

/** Simulates a page reload: only history and storage survive. */
export async function reload(): Promise<void> {
  const stored = Object.entries(sessionStorage) as [string, string][];
  site.unmount();
  // Unmounting drops dialog drafts, which a real reload would not do, so they are restored.
  for (const [name, value] of stored) sessionStorage.setItem(name, value);
  await show();
}

/** Follows a link that is not on the screen (a bookmark, the browser's history). */
export const go = (path: string): void => void navigate(path);

/** Presses the browser's Back button. */
export const back = (): void => act(() => void navigate(-1));

export const address = () => screen.getByTestId('address').textContent;

export const query = (): string => location.search;

export async function findToast(title: string): Promise<HTMLElement> {
  const heading = await screen.findByText(title, { selector: '.toast *' });
  return heading.closest<HTMLElement>('.toast')!;
}
