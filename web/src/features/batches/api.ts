import type {
  Batch,
  BatchRequest,
  RetryBatchRowRequest,
  StartBatchRequest,
} from '@casement/proto/http/install/batches/batches.js';
import { batchRoutes } from '@casement/proto/http/install/batches/batches.routes.js';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage, callText } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';

const POLL_MS = 3_000;
const KEY = ['batches'] as const;

/** Newest first. */
export const batchesQuery = (page: number) =>
  queryOptions({
    queryKey: [...KEY, 'list', page] as const,
    queryFn: ({ signal }) => callPage(batchRoutes.batches, { query: pageQuery({ page }), signal }),
    placeholderData: keepPreviousData,
  });

/** Polled until none of its machines can change anymore. */
export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id] as const,
    queryFn: ({ signal }) => call(batchRoutes.batch, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : POLL_MS),
  });

/** Mutation whose response, the changed batch, updates the cache immediately. */
function useBatchChange<Variables>(work: (variables: Variables) => Promise<Batch>) {
  const queries = useQueryClient();
  return useMutation({
    // Drops the list's passwords from memory after sending.
    gcTime: 0,
    mutationFn: work,
    onSuccess: (batch) => queries.setQueryData(batchQuery(batch.id).queryKey, batch),
    onSettled: () => void queries.invalidateQueries({ queryKey: KEY }),
  });
}

export const useCreateBatch = () =>
  useBatchChange((body: BatchRequest) => call(batchRoutes.createBatch, { body }));

export const useStartBatch = (id: string) =>
  useBatchChange((body: StartBatchRequest) =>
    call(batchRoutes.startBatch, { params: { id }, body }),
  );

export type BatchAct = 'pause' | 'resume' | 'cancel' | 'retry';

const ACTS = {
  pause: batchRoutes.pauseBatch,
  resume: batchRoutes.resumeBatch,
  cancel: batchRoutes.cancelBatch,
  retry: batchRoutes.retryBatch,
} as const;

export const useActOnBatch = (id: string) =>
  useBatchChange((act: BatchAct) => call(ACTS[act], { params: { id } }));

export const useRetryRow = (id: string, row: number) =>
  useBatchChange((body: RetryBatchRowRequest) =>
    call(batchRoutes.retryBatchRow, { params: { id, row }, body }),
  );

export const useCancelRow = (id: string, row: number) =>
  useBatchChange(() => call(batchRoutes.cancelBatchRow, { params: { id, row } }));

export const useBatchResults = (id: string) =>
  useInvalidatingMutation([], () => callText(batchRoutes.batchResults, { params: { id } }));
