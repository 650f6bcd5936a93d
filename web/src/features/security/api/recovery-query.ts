import type {
  RecoveryOverview,
  RecoveryRecord,
  RecoveryStatus,
} from '@casement/proto/http/security/recovery.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { POLL_MS } from '@/config/limits.js';
import { call, callEnvelope, type Page } from '@/lib/api-client.js';
import { WATCH_MS } from '../limits.js';
import { listPath } from './list-path.js';
import { securityKeys } from './security-keys.js';

export interface RecoveryFilter {
  page: number;
  status: RecoveryStatus | 'all';
}

export interface RecoveryPage extends Page<RecoveryRecord> {
  overview: RecoveryOverview;
}

/** GET /security/recovery: the history and the system's state. Asked more often while one is under way. */
export const recoveryQuery = (filter: RecoveryFilter) =>
  queryOptions({
    queryKey: [...securityKeys.all, 'recovery', filter],
    queryFn: async ({ signal }): Promise<RecoveryPage> => {
      const path = listPath('/security/recovery', filter);
      const { data, meta } = await callEnvelope<RecoveryOverview>('GET', path, { signal });
      const items = data.history;
      const whole = { page: 1, pageSize: items.length, total: items.length };
      return { items, meta: meta ?? whole, overview: data };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'in_progress') ? POLL_MS : WATCH_MS,
    refetchIntervalInBackground: false,
  });

/** GET /security/recovery/{id}. */
export const recoveryDetailsQuery = (id: string) =>
  queryOptions({
    queryKey: [...securityKeys.all, 'recovery-details', id],
    queryFn: ({ signal }) => call<RecoveryRecord>('GET', `/security/recovery/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'in_progress' ? POLL_MS : false),
    refetchIntervalInBackground: false,
  });
