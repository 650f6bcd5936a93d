import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation, type Location } from 'react-router-dom';
import { PageSpinner } from '@/components/ui/feedback/page-spinner.js';
import { paths } from '@/config/paths.js';
import { t } from '@/messages/i18n.js';
import { historyStateOf } from '@/lib/navigation/history-state.js';
import { useSession, type Session } from '@/lib/session/session.js';
import { commonMessages } from '@/messages/common.js';
import type { LoginState } from './login-state.js';

/** While it is not known who is signed in (SPEC §2). */
function AuthLoading() {
  return <PageSpinner label={t(commonMessages).loading} />;
}

/** Signed-in users only; everyone else goes to /login, or to / after a logout. The server decides about roles. */
export function RequireSession(): ReactNode {
  const session = useSession();
  const location = useLocation();
  const { isAuthenticated, isLoading, next } = session;
  if (isLoading) return <AuthLoading />;
  if (isAuthenticated) return <Outlet />;
  if (next) return <Navigate to={next} replace />;
  return <Navigate to={paths.login} state={wayBack(location, session)} replace />;
}

/** A link into the dashboard is followed after the sign-in; who was signed in comes back to where they were. */
export function wayBack(location: Location, { expired, expiredUserId }: Session): LoginState {
  const { pathname, search } = location;
  return {
    ...(expired && { expired: true as const }),
    ...(search && { next: pathname + search }),
    ...(expiredUserId !== null && {
      next: pathname + search,
      place: historyStateOf(location),
      userId: expiredUserId,
    }),
  };
}

/** For visitors, and for users whose e-mail address is still empty; everyone else goes to /dashboard. */
export function VisitorsOnly(): ReactNode {
  const { isAuthenticated, requiresEmail, isLoading, next, user } = useSession();
  const state = useLocation().state as LoginState | null;
  if (isLoading) return <AuthLoading />;
  if (!isAuthenticated || requiresEmail) return <Outlet />;
  if (next) return <Navigate to={next} replace />;
  // Another user begins at the beginning.
  const back = state?.userId === undefined || state.userId === user?.id ? state : null;
  const place = back?.place && { place: back.place };
  return <Navigate to={back?.next ?? paths.dashboard} state={place} replace />;
}
