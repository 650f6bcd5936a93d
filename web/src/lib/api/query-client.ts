import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';

/** No answer came, or a service was away for the moment, as at its first call or during a rollout. */
const PASSING = [0, 503];

/** One query client per page load. Refusals are not asked again; what may have passed is, once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        retry: (failures, error) =>
          failures < 1 && error instanceof ApiError && PASSING.includes(error.status),
        retryDelay: 500,
      },
      // Without a network a change fails at once and what was typed stays; it is not sent behind the user's back later.
      mutations: { networkMode: 'always' },
    },
  });
}
