import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '@/lib/api/query-client.js';
import { currentSession, onSessionChange } from '@/lib/session/session.js';

let opened: QueryClient | undefined;

/**
 * Returns the query client for the first calls of the opening screen, which need not wait for the profile. Their
 * responses belong to the user being loaded: without a session they are dropped, and visitors get no client.
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

/** Returns the query client of an opening screen. The first one of the page contains the opening queries. */
export function takeQueryClient(): QueryClient {
  const client = opened ?? createQueryClient();
  opened = undefined;
  return client;
}
