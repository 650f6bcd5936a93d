import type { InstallMonitoring } from '@casement/proto/http/install.js';
import { queryOptions } from '@tanstack/react-query';
import { POLL_MS } from '@/config/limits.js';
import { call } from '@/lib/api-client.js';

/** GET /admin/install-monitoring/realtime: every 5 s while it is watched and the tab is visible (SPEC §7). */
export const monitoringQuery = queryOptions({
  queryKey: ['admin-install-monitoring'] as const,
  queryFn: ({ signal }) =>
    call<InstallMonitoring>('GET', '/admin/install-monitoring/realtime', { signal }),
  refetchInterval: POLL_MS,
  refetchIntervalInBackground: false,
});
