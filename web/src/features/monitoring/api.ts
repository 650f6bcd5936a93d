import { monitoringRoutes } from '@casement/proto/http/install/monitoring.routes.js';
import type { SeriesUnit } from '@casement/proto/http/series.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { POLL_MS } from '@/config/limits.js';
import { call } from '@/lib/api/api-client.js';

/** Polled every 5 s while mounted and the tab is visible (SPEC §7). */
export const monitoringQuery = queryOptions({
  queryKey: ['admin-install-monitoring'] as const,
  queryFn: ({ signal }) => call(monitoringRoutes.installMonitoring, { signal }),
  refetchInterval: POLL_MS,
});

const HISTORY_POLL_MS = 60_000;

/** Installs per day, last 30 days. */
export const statusHistoryQuery = queryOptions({
  queryKey: ['admin-install-history'] as const,
  queryFn: ({ signal }) => call(monitoringRoutes.statusHistory, { signal }),
  refetchInterval: HISTORY_POLL_MS,
});

export const outcomesQuery = (unit: SeriesUnit) =>
  queryOptions({
    queryKey: ['admin-install-outcomes', unit],
    queryFn: ({ signal }) => call(monitoringRoutes.installOutcomes, { query: { unit }, signal }),
    placeholderData: keepPreviousData,
  });

/** Installs per hour, last 24 hours. */
export const installHoursQuery = queryOptions({
  queryKey: ['admin-install-hours'] as const,
  queryFn: ({ signal }) => call(monitoringRoutes.installHours, { signal }),
  refetchInterval: HISTORY_POLL_MS,
});
