import type { DashboardResponse } from '@casement/proto/http/auth.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

/** GET /user/dashboard: the user with quota, and the figures. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'] as const,
  queryFn: ({ signal }) => call<DashboardResponse>('GET', '/user/dashboard', { signal }),
});
