import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import type {
  AlertSeverity,
  AlertType,
  ClearAlertsRequest,
} from '@casement/proto/http/security/alerts.js';
import type { TimeRange } from '@casement/proto/http/security/time-ranges.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';
import type { ListFilter } from '@/lib/navigation/use-filters.js';
import { securityKey } from '../security-key.js';

export interface AlertFilter {
  type: AlertType | 'all';
  severity: AlertSeverity | 'all';
  timeRange: TimeRange;
}

/** Newest first. The search matches part of an address. */
export const alertsQuery = ({ search: ip, ...filter }: ListFilter<AlertFilter>) =>
  queryOptions({
    queryKey: [...securityKey, 'alerts', ip, filter],
    queryFn: ({ signal }) =>
      callPage(securityRoutes.alerts, { query: pageQuery({ ...filter, ip }), signal }),
    placeholderData: keepPreviousData,
  });

/** Number of alerts per type in the time range. */
export const alertStatsQuery = (timeframe: TimeRange) =>
  queryOptions({
    queryKey: [...securityKey, 'alert-stats', timeframe],
    queryFn: ({ signal }) => call(securityRoutes.alertStats, { query: { timeframe }, signal }),
    placeholderData: keepPreviousData,
  });

export const useDeleteAlert = () =>
  useInvalidatingMutation([securityKey], (id: string) =>
    call(securityRoutes.deleteAlert, { params: { id } }),
  );

export const useClearAlerts = () =>
  useInvalidatingMutation([securityKey], (body: ClearAlertsRequest) =>
    call(securityRoutes.clearAlerts, { body }),
  );
