import type { ReactNode } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { PageSpinner } from '@/components/ui/page-spinner.js';
import { paths } from '@/config/paths.js';
import { t } from '@/lib/messages.js';
import { useSession } from '@/lib/session.js';
import { commonMessages } from '@/messages/common.js';

/** While it is not known who is signed in (SPEC §2). */
function AuthLoading() {
  return <PageSpinner label={t(commonMessages).loading} />;
}

/** Signed-in users only; everyone else goes to /login, or to / after a logout. The server decides about roles. */
export function RequireSession(): ReactNode {
  const { isAuthenticated, isLoading, next } = useSession();
  if (isLoading) return <AuthLoading />;
  return isAuthenticated ? <Outlet /> : <Navigate to={next ?? paths.login} replace />;
}

/** For visitors, and for users whose e-mail address is still empty; everyone else goes to /dashboard. */
export function VisitorsOnly(): ReactNode {
  const { isAuthenticated, requiresEmail, isLoading, next } = useSession();
  if (isLoading) return <AuthLoading />;
  return isAuthenticated && !requiresEmail ? (
    <Navigate to={next ?? paths.dashboard} replace />
  ) : (
    <Outlet />
  );
}
