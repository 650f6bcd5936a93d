import type { StatusHistoryDay } from '@casement/proto/http/install.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

const EVERY_MS = 60_000;

/** GET /admin/install-monitoring/history: the installs of each of the last 30 days. */
export const statusHistoryQuery = queryOptions({
  queryKey: ['admin-install-history'] as const,
  queryFn: ({ signal }) =>
    call<StatusHistoryDay[]>('GET', '/admin/install-monitoring/history', { signal }),
  refetchInterval: EVERY_MS,
});
