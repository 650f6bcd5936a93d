import type {
  AlertSeverity,
  AlertType,
  SecurityAlert,
} from '@casement/proto/http/security/alerts.js';
import type { SecurityStats } from '@casement/proto/http/security/stats.js';
import type { TimeRange } from '@casement/proto/http/security/time-ranges.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '@/lib/api-client.js';
import { listPath } from './list-path.js';
import { securityKeys } from './security-keys.js';

export interface AlertFilter {
  type: AlertType | 'all';
  severity: AlertSeverity | 'all';
  timeRange: TimeRange;
}

/** GET /security/alerts, newest first; `ip` is part of an address. */
export const alertsQuery = (filter: AlertFilter & { page: number; ip: string }) =>
  queryOptions({
    queryKey: [...securityKeys.all, 'alerts', filter],
    queryFn: ({ signal }) =>
      callPage<SecurityAlert>(listPath('/security/alerts', filter), { signal }),
    placeholderData: keepPreviousData,
  });

/** GET /security/alerts/stats: how many alerts of each type there are within the time range. */
export const alertStatsQuery = (timeframe: TimeRange) =>
  queryOptions({
    queryKey: [...securityKeys.all, 'alert-stats', timeframe],
    queryFn: ({ signal }) =>
      call<SecurityStats>('GET', `/security/alerts/stats?timeframe=${timeframe}`, { signal }),
    placeholderData: keepPreviousData,
  });
