import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation, type Location } from 'react-router-dom';
import { PageSpinner } from '@/components/ui/feedback/page-spinner.js';
import { paths } from '@/config/paths.js';
import { t } from '@/messages/i18n.js';
import { historyStateOf } from '@/lib/navigation/history-state.js';
import { useSession, type Session } from '@/lib/session/session.js';
import { commonMessages } from '@/messages/common.js';
import type { LoginState } from './login-state.js';

/** Placeholder while the session is unknown (SPEC §2). */
export function AuthLoading() {
  return <PageSpinner label={t(commonMessages).loading} />;
}

/** Admits signed-in users only. Others are redirected to /login, or to / after a logout. The server checks roles. */
export function RequireSession(): ReactNode {
  const session = useSession();
  const location = useLocation();
  const { isAuthenticated, isLoading, next } = session;
  if (isLoading) return <AuthLoading />;
  if (isAuthenticated) return <Outlet />;
  if (next) return <Navigate to={next} replace />;
  return <Navigate to={paths.login} state={loginRedirectState(location, session)} replace />;
}

/**
 * Returns the state for a redirect to /login, so that signing in continues to the requested link or, after an expired
 * session, to the user's last place.
 */
export function loginRedirectState(
  location: Location,
  { expired, expiredUserId }: Session,
): LoginState {
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

/** Admits visitors and users without an e-mail address. Others are redirected to /dashboard. */
export function VisitorsOnly(): ReactNode {
  const { isAuthenticated, requiresEmail, isLoading, next, user } = useSession();
  const state = useLocation().state as LoginState | null;
  if (isLoading) return <AuthLoading />;
  if (!isAuthenticated || requiresEmail) return <Outlet />;
  if (next) return <Navigate to={next} replace />;
  // Another user must not inherit the history state.
  const back = state?.userId === undefined || state.userId === user?.id ? state : null;
  const place = back?.place && { place: back.place };
  return <Navigate to={back?.next ?? paths.dashboard} state={place} replace />;
}
