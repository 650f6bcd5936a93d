import type { Webhook, WebhookDelivery } from '@casement/proto/http/install/webhooks/webhooks.js';
import type { WebhookEntity } from './webhook.entity.js';
import type { DeliveryRow } from './webhook-deliveries.repository.js';

export function toWebhook(endpoint: WebhookEntity): Webhook {
  const { pausedAt, pauseReason, failingSince, previousSecretUntil: until } = endpoint;
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events,
    paused: pausedAt && pauseReason && { at: pausedAt.toISOString(), reason: pauseReason },
    failing_since: failingSince?.toISOString() ?? null,
    // The job erases the previous secret a little later than it expires.
    previous_secret_until: until && until.getTime() > Date.now() ? until.toISOString() : null,
    created_at: endpoint.createdAt.toISOString(),
  };
}

export const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event_id: row.eventId,
  event: row.event,
  status: row.status,
  tries: row.tries,
  next_try_at: row.status === 'waiting' ? row.nextTryAt.toISOString() : null,
  payload: row.payload,
  answer: row.answer,
  created_at: row.createdAt.toISOString(),
});
