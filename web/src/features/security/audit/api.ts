import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callPage } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import type { ExportPage } from '@/lib/csv/csv.js';
import { securityKey } from '../security-key.js';

export interface AuditFilter {
  page: number;
  /** Prefix of an action such as `ip.`; 'all' for every action. */
  action: string;
  /** Full target such as `ip:203.0.113.7`; '' for all. */
  target: string;
  /** User id of the actor; '' for all. */
  actor: string;
  /** Dates in Asia/Jakarta, inclusive; '' for no limit. */
  from: string;
  to: string;
}

/** Newest first. */
export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: [...securityKey, 'audit', filter],
    queryFn: ({ signal }) =>
      callPage(securityRoutes.auditLog, { query: pageQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });

export const exportAudit =
  (filter: AuditFilter) =>
  ({ signal, ...position }: ExportPage) =>
    callPage(securityRoutes.auditLog, { query: { ...pageQuery(filter), ...position }, signal });

/** Maximum page size, because the intended user may be among the last matches. */
const MAX_PAGE_SIZE = 100;

/** Users whose name or address contains the search text. */
export const userSuggestionsQuery = (search: string) =>
  queryOptions({
    queryKey: [...securityKey, 'people', search],
    queryFn: ({ signal }) =>
      callPage(authRoutes.adminUsers, {
        query: { page: 1, pageSize: MAX_PAGE_SIZE, search },
        signal,
      }),
  });
