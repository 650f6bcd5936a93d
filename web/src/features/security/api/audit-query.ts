import type { AuditEntry } from '@casement/proto/http/security/audit.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callPage } from '@/lib/api-client.js';
import { listPath } from './list-path.js';
import { securityKeys } from './security-keys.js';

export interface AuditFilter {
  page: number;
  /** The beginning of an action, `ip.`; '' for all. */
  action: string;
  /** Whole, `ip:203.0.113.7`; '' for all. */
  target: string;
}

/** GET /security/audit, newest first. */
export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: [...securityKeys.all, 'audit', filter],
    queryFn: ({ signal }) => callPage<AuditEntry>(listPath('/security/audit', filter), { signal }),
    placeholderData: keepPreviousData,
  });
