import { z } from 'zod';
import { defineRoutes } from '../../route.js';
import {
  webhook,
  webhookDeliveriesQuery,
  webhookDelivery,
  webhookListenerQuery,
  webhookRequest,
  webhookWithSecret,
} from './webhooks.js';

const webhookId = z.uuid('Unknown webhook');
const deliveryId = z.uuid('Unknown delivery');

/** Routes of a user's webhooks. A separate route table, so that only the webhook settings load it. */
export const webhookRoutes = defineRoutes({
  webhooks: { method: 'GET', path: '/user/webhooks', effect: 'read', answer: z.array(webhook) },
  /** No later call returns the response's `secret`. */
  createWebhook: {
    method: 'POST',
    path: '/user/webhooks',
    effect: 'access',
    idempotency: 'id',
    body: webhookRequest,
    answer: webhookWithSecret,
    status: 201,
  },
  webhook: {
    method: 'GET',
    path: '/user/webhooks/{id}',
    effect: 'read',
    params: { id: webhookId },
    answer: webhook,
  },
  updateWebhook: {
    method: 'PUT',
    path: '/user/webhooks/{id}',
    effect: 'access',
    params: { id: webhookId },
    body: webhookRequest,
    answer: webhook,
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/user/webhooks/{id}',
    effect: 'own',
    params: { id: webhookId },
    answer: null,
  },
  /** While paused, events are kept for up to 24 hours. */
  pauseWebhook: {
    method: 'POST',
    path: '/user/webhooks/{id}/pause',
    effect: 'own',
    params: { id: webhookId },
    answer: webhook,
  },
  resumeWebhook: {
    method: 'POST',
    path: '/user/webhooks/{id}/resume',
    effect: 'access',
    params: { id: webhookId },
    answer: webhook,
  },
  /** The previous secret stays valid for 24 hours. No later call returns the new one. */
  rotateWebhookSecret: {
    method: 'POST',
    path: '/user/webhooks/{id}/secret',
    effect: 'access',
    idempotency: 'id',
    params: { id: webhookId },
    answer: webhookWithSecret,
  },
  testWebhook: {
    method: 'POST',
    path: '/user/webhooks/{id}/test',
    effect: 'own',
    params: { id: webhookId },
    answer: webhookDelivery,
    status: 202,
  },
  webhookDeliveries: {
    method: 'GET',
    path: '/user/webhooks/{id}/deliveries',
    effect: 'read',
    params: { id: webhookId },
    query: webhookDeliveriesQuery,
    answer: webhookDelivery,
    paged: true,
  },
  webhookDelivery: {
    method: 'GET',
    path: '/user/webhooks/{id}/deliveries/{delivery}',
    effect: 'read',
    params: { id: webhookId, delivery: deliveryId },
    answer: webhookDelivery,
  },
  /**
   * Streams every event of the user, signed like for an endpoint, to a program without a public address. Sends
   * `listening` with `id` and `secret` first, then `webhook` with `headers` and `body` for each event. A client that
   * passes its `listener` within a minute of an interruption gets the missed events, and those of the last five
   * minutes again.
   */
  webhookListener: {
    method: 'GET',
    path: '/user/webhook-listener/events',
    effect: 'read',
    query: webhookListenerQuery,
    raw: 'text/event-stream',
  },
  /** Resends the event with its original event id. */
  replayWebhook: {
    method: 'POST',
    path: '/user/webhooks/{id}/deliveries/{delivery}/replay',
    effect: 'own',
    params: { id: webhookId, delivery: deliveryId },
    answer: webhookDelivery,
    status: 202,
  },
});
