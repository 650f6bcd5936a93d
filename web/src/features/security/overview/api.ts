import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import { queryOptions } from '@tanstack/react-query';
import { IDLE_POLL_MS } from '@/config/limits.js';
import { call } from '@/lib/api/api-client.js';
import { securityKey } from '../security-key.js';

/** All-time figures and the newest alerts. Not fetched in a hidden tab. */
export const securityDashboardQuery = queryOptions({
  queryKey: [...securityKey, 'dashboard'],
  queryFn: ({ signal }) => call(securityRoutes.securityDashboard, { signal }),
  refetchInterval: IDLE_POLL_MS,
});
