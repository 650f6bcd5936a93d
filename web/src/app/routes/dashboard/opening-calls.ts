import type { QueryClient } from '@tanstack/react-query';
import { dashboardQuery } from '@/features/account/api.js';
import { installHistoryQuery } from '@/features/install/api.js';
import { createQueryClient } from '@/lib/query-client.js';
import { currentSession, onSessionChange } from '@/lib/session.js';

let opened: QueryClient | undefined;

/**
 * Starts the dashboard's first calls while the profile is still being fetched. Their answers are for the user who is
 * being loaded: without a session they are dropped.
 * @returns settles when they are answered, however that is
 */
export function startOpeningCalls(): Promise<unknown> | undefined {
  if (!currentSession().isLoading) return undefined;
  opened = createQueryClient();
  const calls = [
    opened.prefetchQuery(dashboardQuery),
    opened.prefetchQuery(installHistoryQuery(1)),
  ];
  const stop = onSessionChange(({ isAuthenticated, isLoading }) => {
    if (isLoading) return;
    stop();
    if (!isAuthenticated) opened = undefined;
  });
  return Promise.all(calls);
}

/** The query client of a dashboard that opens; the first one has the opening calls. */
export function takeQueryClient(): QueryClient {
  const client = opened ?? createQueryClient();
  opened = undefined;
  return client;
}
