import type { SecurityDashboard } from '@casement/proto/http/security/stats.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { WATCH_MS } from '../limits.js';
import { securityKeys } from './security-keys.js';

/** GET /security/dashboard: the figures over all time and the newest alerts. Not asked for in a hidden tab. */
export const securityDashboardQuery = queryOptions({
  queryKey: [...securityKeys.all, 'dashboard'],
  queryFn: ({ signal }) => call<SecurityDashboard>('GET', '/security/dashboard', { signal }),
  refetchInterval: WATCH_MS,
  refetchIntervalInBackground: false,
});
