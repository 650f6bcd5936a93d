import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';

/** One query client per page load. Refusals are not asked again; a lost answer is, once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        retry: (failures, error) => failures < 1 && error instanceof ApiError && error.status === 0,
        retryDelay: 500,
      },
      // Without a network a change fails at once and what was typed stays; it is not sent behind the user's back later.
      mutations: { networkMode: 'always' },
    },
  });
}
