import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';

/** Status codes of transient failures: no response (0), or a service that is unavailable, as during a rollout. */
const PASSING = [0, 503];

/** Creates the query client, one per page load. Rejections are not retried; transient failures are retried once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        retry: (failures, error) =>
          failures < 1 && error instanceof ApiError && PASSING.includes(error.status),
        retryDelay: 500,
      },
      // While offline, a mutation fails immediately and the input stays. It is not sent later without the user's
      // knowledge.
      mutations: { networkMode: 'always' },
    },
  });
}
