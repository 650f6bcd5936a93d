import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, pageQuery, UNREADABLE } from '../../envelope.js';
import { RULES } from '../../rules.js';

/** Events for webhooks. `install.phase` occurs up to eight times per install, each of the others once. */
export const WEBHOOK_EVENTS = [
  'install.phase',
  'install.completed',
  'install.failed',
  'install.review',
  'topup.paid',
  'topup.refunded',
  'quota.low',
  'api_key.new_network',
] as const;
export const webhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** Event sent by the Test button; endpoints cannot subscribe to it. */
export const WEBHOOK_TEST = 'webhook.test';

export const MAX_WEBHOOKS = 10;
const MAX_URL = 500;
const HTTPS_PORT = 443;
const FIRST_FREE_PORT = 1024;

/**
 * Returns whether events may be sent to the URL: no username or password, and no port of mail, SSH or similar
 * services.
 */
function isWebhookUrl(text: string): boolean {
  // URL parsing strips some control characters, but the original text would be stored.
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

/**
 * `owner`: paused by its user; `failing`: every delivery within 24 hours failed; `gone`: the endpoint answered 410.
 */
export const webhookPauseReason = z.enum(['owner', 'failing', 'gone']);
export type WebhookPauseReason = z.infer<typeof webhookPauseReason>;

export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(webhookEvent),
  /** `null` while events are sent. */
  paused: z.object({ at: instant, reason: webhookPauseReason }).nullable(),
  /** Time since which every delivery has failed; `null` after a successful delivery or before the first one. */
  failing_since: instant.nullable(),
  /** End of the previous secret's validity. */
  previous_secret_until: instant.nullable(),
  created_at: instant,
});
export type Webhook = z.infer<typeof webhook>;

/** Contains the secret, which no later call returns. */
export const webhookWithSecret = webhook.extend({ secret: z.string() });
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

/** Reasons for a missing or unacceptable response. */
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
  /** Duration in milliseconds. */
  took: z.number(),
  /** HTTP status of the response; `null` if there was no response. */
  status: z.number().nullable(),
  /** `null` if delivered. */
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
  /** Header `webhook-id`, the same for every try and replay. */
  event_id: z.string(),
  event: z.union([webhookEvent, z.literal(WEBHOOK_TEST)]),
  status: webhookDeliveryStatus,
  /** Last 30 tries, oldest first. */
  tries: z.array(webhookTry),
  /** Time of the next try; `null` if no further try is planned. */
  next_try_at: instant.nullable(),
  /** Request body as sent. */
  payload: z.string(),
  /** Beginning of the last response's body. */
  answer: z.string().nullable(),
  created_at: instant,
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** GET /user/webhook-listener/events */
export const webhookListenerQuery = z.object({
  /** `id` of an interrupted listener. */
  listener: z.uuid(RULES.WEBHOOK_LISTENER_UNKNOWN).toLowerCase().optional(),
});
export type WebhookListenerQuery = z.infer<typeof webhookListenerQuery>;
