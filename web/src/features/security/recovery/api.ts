import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import type {
  RecoveryOverview,
  RecoveryRecord,
  RecoveryStatus,
  RecoveryType,
} from '@casement/proto/http/security/recovery.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { IDLE_POLL_MS, POLL_MS } from '@/config/limits.js';
import { call, callEnvelope, type Page } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';
import type { ListFilter } from '@/lib/navigation/use-filters.js';
import { securityKey } from '../security-key.js';

export interface RecoveryFilter {
  status: RecoveryStatus | 'all';
}

export interface RecoveryPage extends Page<RecoveryRecord> {
  overview: RecoveryOverview;
}

/** History and state of the system. Polled more often while a recovery is in progress. */
export const recoveryQuery = ({ page, status }: ListFilter<RecoveryFilter>) =>
  queryOptions({
    queryKey: [...securityKey, 'recovery', { page, status }],
    queryFn: async ({ signal }): Promise<RecoveryPage> => {
      const query = pageQuery({ page, status });
      const { data, meta } = await callEnvelope(securityRoutes.recoveries, { query, signal });
      const items = data.history;
      const singlePage = { page: 1, pageSize: items.length, total: items.length };
      return { items, meta: meta ?? singlePage, overview: data };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'in_progress') ? POLL_MS : IDLE_POLL_MS,
  });

export const recoveryDetailsQuery = (id: string) =>
  queryOptions({
    queryKey: [...securityKey, 'recovery-details', id],
    queryFn: ({ signal }) => call(securityRoutes.recovery, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'in_progress' ? POLL_MS : false),
  });

export interface Recovery {
  ip: string;
  recoveryType: RecoveryType;
  reason: string;
}

export const useTriggerRecovery = () =>
  useInvalidatingMutation([securityKey], (body: Recovery) =>
    call(securityRoutes.triggerRecovery, { body }),
  );

/** Also refetches the history after an error, because the recovery may have ended in the meantime. */
export const useCancelRecovery = () =>
  useInvalidatingMutation(
    [securityKey],
    (id: string) => call(securityRoutes.cancelRecovery, { body: { id } }),
    {
      invalidateOnError: true,
    },
  );

export const useRetryRecovery = () =>
  useInvalidatingMutation(
    [securityKey],
    (id: string) => call(securityRoutes.retryRecovery, { params: { id } }),
    {
      invalidateOnError: true,
    },
  );
