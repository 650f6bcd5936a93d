import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '@/lib/api/query-client.js';
import { currentSession, onSessionChange } from '@/lib/session/session.js';

let opened: QueryClient | undefined;

/**
 * For the first calls of the screen that the page opens with, which need not wait for the profile. Their answers are for
 * the user who is being loaded: without a session they are dropped, and there are none for visitors.
 */
export function openingQueries(): QueryClient | undefined {
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

/** The query client of a screen that opens; the page's first one has the opening calls. */
export function takeQueryClient(): QueryClient {
  const client = opened ?? createQueryClient();
  opened = undefined;
  return client;
}
