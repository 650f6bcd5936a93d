import type {
  WebhookDeliveryStatus,
  WebhookRequest,
} from '@casement/proto/http/install/webhooks/webhooks.js';
import { webhookRoutes } from '@casement/proto/http/install/webhooks/webhooks.routes.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '@/lib/api/api-client.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';

const POLL_MS = 3_000;
const KEY = ['webhooks'] as const;

/** Newest first. */
export const webhooksQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call(webhookRoutes.webhooks, { signal }),
});

export interface DeliveriesFilter {
  page: number;
  status: WebhookDeliveryStatus | 'all';
}

/** Polled while a delivery is in flight. */
export const webhookDeliveriesQuery = (id: string, { page, status }: DeliveriesFilter) =>
  queryOptions({
    queryKey: [...KEY, id, 'deliveries', page, status] as const,
    queryFn: ({ signal }) =>
      callPage(webhookRoutes.webhookDeliveries, {
        params: { id },
        query: { page, ...(status !== 'all' && { status }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some((item) => item.status === 'waiting') ? POLL_MS : false,
  });

/** Creates or updates a webhook. Resolves to the secret of a new webhook, which no later call returns. */
export const useSaveWebhook = (id?: string) =>
  useInvalidatingMutation([KEY], async (body: WebhookRequest): Promise<string | undefined> => {
    if (id === undefined) return (await call(webhookRoutes.createWebhook, { body })).secret;
    await call(webhookRoutes.updateWebhook, { params: { id }, body });
    return undefined;
  });

export type WebhookAct = 'pause' | 'resume' | 'test' | 'delete';

const ACTS = {
  pause: webhookRoutes.pauseWebhook,
  resume: webhookRoutes.resumeWebhook,
  test: webhookRoutes.testWebhook,
  delete: webhookRoutes.deleteWebhook,
} as const;

export const useActOnWebhook = () =>
  useInvalidatingMutation(
    [KEY],
    async ({ id, act }: { id: string; act: WebhookAct }): Promise<void> => {
      await call(ACTS[act], { params: { id } });
    },
    { invalidateOnError: true },
  );

/** The response contains the new secret, which no later call returns. */
export const useRotateSecret = () =>
  useInvalidatingMutation([KEY], (id: string) =>
    call(webhookRoutes.rotateWebhookSecret, { params: { id } }),
  );

export const useReplay = (id: string) =>
  useInvalidatingMutation(
    [KEY],
    (delivery: string) => call(webhookRoutes.replayWebhook, { params: { id, delivery } }),
    { invalidateOnError: true },
  );
