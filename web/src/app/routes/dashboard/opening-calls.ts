import type { QueryClient } from '@tanstack/react-query';
import { dashboardQuery } from '@/features/account/api.js';
import { installHistoryQuery } from '@/features/install/api.js';
import { createQueryClient } from '@/lib/query-client.js';
import { currentSession, onSessionChange } from '@/lib/session.js';

let opened: QueryClient | undefined;

/**
 * Starts the dashboard's first calls while the profile is still being fetched. Their answers are for the user who is
 * being loaded: without a session they are dropped.
 */
export function startOpeningCalls(): void {
  if (!currentSession().isLoading) return;
  opened = createQueryClient();
  void opened.prefetchQuery(dashboardQuery);
  void opened.prefetchQuery(installHistoryQuery(1));
  const stop = onSessionChange(({ isAuthenticated, isLoading }) => {
    if (isLoading) return;
    stop();
    if (!isAuthenticated) opened = undefined;
  });
}

/** The query client of a dashboard that opens; the first one has the opening calls. */
export function takeQueryClient(): QueryClient {
  const client = opened ?? createQueryClient();
  opened = undefined;
  return client;
}
