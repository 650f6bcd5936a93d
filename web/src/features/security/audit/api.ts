import { securityRoutes } from '@casement/proto/http/security.routes.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callPage } from '@/lib/api-client.js';
import { pageQuery } from '@/lib/page-query.js';
import { securityKey } from '../security-key.js';

export interface AuditFilter {
  page: number;
  /** The beginning of an action, `ip.`; 'all' for every action. */
  action: string;
  /** Whole, `ip:203.0.113.7`; '' for all. */
  target: string;
}

/** Newest first. */
export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: [...securityKey, 'audit', filter],
    queryFn: ({ signal }) =>
      callPage(securityRoutes.auditLog, { query: pageQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });
