import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, pageQuery, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';

/** What an endpoint may be told of. `install.phase` comes up to eight times in an install, each of the others once. */
export const WEBHOOK_EVENTS = [
  'install.phase',
  'install.completed',
  'install.failed',
  'install.review',
  'topup.paid',
  'quota.low',
  'api_key.new_network',
] as const;
export const webhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** What is sent when a user presses Test; no endpoint chooses it. */
export const WEBHOOK_TEST = 'webhook.test';

export const MAX_WEBHOOKS = 10;
const MAX_URL = 500;
const HTTPS_PORT = 443;
const FIRST_FREE_PORT = 1024;

/** An address that events can be sent to: no user or password in it, and no port of mail, SSH or the like. */
function isWebhookUrl(text: string): boolean {
  // The parser leaves some out, and they would be stored.
  if (!NO_CONTROL_CHARACTERS.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hash, port } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  if (username !== '' || password !== '' || hash !== '') return false;
  return port === '' || Number(port) === HTTPS_PORT || Number(port) >= FIRST_FREE_PORT;
}

/** POST /user/webhooks, PUT /user/webhooks/{id} */
export const webhookRequest = z.object(
  {
    url: z
      .string(RULES.WEBHOOK_URL)
      .trim()
      .max(MAX_URL, RULES.WEBHOOK_URL_TOO_LONG)
      .refine(isWebhookUrl, RULES.WEBHOOK_URL),
    events: z
      .array(z.enum(WEBHOOK_EVENTS, RULES.WEBHOOK_EVENTS_REQUIRED), RULES.WEBHOOK_EVENTS_REQUIRED)
      .min(1, RULES.WEBHOOK_EVENTS_REQUIRED)
      .max(50, RULES.WEBHOOK_EVENTS_REQUIRED)
      .transform((events) => [...new Set(events)]),
  },
  UNREADABLE,
);
export type WebhookRequest = z.infer<typeof webhookRequest>;

/** `owner`: by its user; `failing`: after 24 hours in which every delivery failed; `gone`: it answered 410. */
export const webhookPauseReason = z.enum(['owner', 'failing', 'gone']);
export type WebhookPauseReason = z.infer<typeof webhookPauseReason>;

export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(webhookEvent),
  /** Null: events are sent. */
  paused: z.object({ at: instant, reason: webhookPauseReason }).nullable(),
  /** Since when every delivery has failed; null: the last one arrived, or there was none. */
  failing_since: instant.nullable(),
  /** Until when the secret before is valid beside the present one. */
  previous_secret_until: instant.nullable(),
  created_at: instant,
});
export type Webhook = z.infer<typeof webhook>;

/** The secret stands here only: no later call shows it. */
export const webhookWithSecret = webhook.extend({ secret: z.string() });
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

/** Why there is no answer, or none that counts. */
export const webhookFailure = z.enum([
  'no_public_address',
  'https_required',
  'unreachable',
  'certificate',
  'timeout',
  'no_answer',
  'redirected',
  'status',
]);
export type WebhookFailure = z.infer<typeof webhookFailure>;

export const webhookTry = z.object({
  at: instant,
  /** Milliseconds. */
  took: z.number(),
  /** HTTP status of the answer; null without one. */
  status: z.number().nullable(),
  /** Null: delivered. */
  failure: webhookFailure.nullable(),
});
export type WebhookTry = z.infer<typeof webhookTry>;

export const webhookDeliveryStatus = z.enum(
  ['waiting', 'delivered', 'failed'],
  RULES.STATUS_FILTER_UNKNOWN,
);
export type WebhookDeliveryStatus = z.infer<typeof webhookDeliveryStatus>;

/** GET /user/webhooks/{id}/deliveries */
export const webhookDeliveriesQuery = pageQuery.extend({
  status: webhookDeliveryStatus.optional(),
});
export type WebhookDeliveriesQuery = z.infer<typeof webhookDeliveriesQuery>;

export const webhookDelivery = z.object({
  id: z.string(),
  /** The header `webhook-id`, the same in every try and replay. */
  event_id: z.string(),
  event: z.union([webhookEvent, z.literal(WEBHOOK_TEST)]),
  status: webhookDeliveryStatus,
  /** Oldest first; the last 30. */
  tries: z.array(webhookTry),
  /** When it is tried next; null: it is not. */
  next_try_at: instant.nullable(),
  /** The body as it is sent. */
  payload: z.string(),
  /** The beginning of the last answer's body. */
  answer: z.string().nullable(),
  created_at: instant,
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** GET /user/webhook-listener/events */
export const webhookListenerQuery = z.object({
  /** The `id` of one that was interrupted. */
  listener: z.uuid(RULES.WEBHOOK_LISTENER_UNKNOWN).toLowerCase().optional(),
});
export type WebhookListenerQuery = z.infer<typeof webhookListenerQuery>;
