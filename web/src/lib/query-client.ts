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
    },
  });
}
