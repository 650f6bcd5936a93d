import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callPage } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import type { ExportPage } from '@/lib/csv/csv.js';
import { securityKey } from '../security-key.js';

export interface AuditFilter {
  page: number;
  /** The beginning of an action, `ip.`; 'all' for every action. */
  action: string;
  /** Whole, `ip:203.0.113.7`; '' for all. */
  target: string;
  /** The id of who did it; '' for all. */
  actor: string;
  /** Days of Asia/Jakarta, both included; '' without a limit. */
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

/** The same as one long list. */
export const exportAudit =
  (filter: AuditFilter) =>
  ({ signal, ...position }: ExportPage) =>
    callPage(securityRoutes.auditLog, { query: { ...pageQuery(filter), ...position }, signal });

/** As many as a page may have: the one that is meant may be among the last that contain what was typed. */
const MAX_PAGE_SIZE = 100;

/** Users whose name or address contains this. */
export const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: [...securityKey, 'people', search],
    queryFn: ({ signal }) =>
      callPage(authRoutes.adminUsers, {
        query: { page: 1, pageSize: MAX_PAGE_SIZE, search },
        signal,
      }),
  });
