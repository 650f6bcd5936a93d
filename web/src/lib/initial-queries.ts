import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '@/lib/api/query-client.js';
import { currentSession, onSessionChange } from '@/lib/session/session.js';

let opened: QueryClient | undefined;

/**
 * Creates the query client for the queries of the first screen, which start before the profile has loaded. Their
 * responses belong to the user being loaded, so they are dropped if there is no session. Returns undefined for
 * visitors.
 */
export function createInitialQueryClient(): QueryClient | undefined {
  const { isAuthenticated, isLoading } = currentSession();
  if (!isAuthenticated && !isLoading) return undefined;
  opened = createQueryClient();
  const stop = onSessionChange(({ isAuthenticated, isLoading }) => {
    if (isLoading) return;
    stop();
    if (!isAuthenticated) opened = undefined;
  });
  return opened;
}

/**
 * Returns the query client for a screen. The first screen after a page load receives the client of the initial
 * queries.
 */
export function takeQueryClient(): QueryClient {
  const client = opened ?? createQueryClient();
  opened = undefined;
  return client;
}
