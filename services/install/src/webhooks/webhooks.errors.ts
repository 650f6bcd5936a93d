import { conflict, fieldError, notFound, rateLimited } from '../errors.js';

export const webhookErrors = {
  notFound: () => notFound('This webhook does not exist or was already deleted.'),
  deliveryNotFound: () =>
    notFound('This delivery is no longer available. Deliveries are kept for 30 days.'),
  tooMany: (max: number) =>
    conflict(
      'TOO_MANY_WEBHOOKS',
      `You have reached the limit of ${max} webhooks. Nothing was created. Delete one you no longer use.`,
    ),
  httpsRequired: () => fieldError({ path: 'url', message: 'The URL must start with https://.' }),
  waiting: () =>
    conflict(
      'DELIVERY_WAITING',
      'This delivery is still pending and will be retried automatically.',
    ),
  paused: () =>
    conflict('WEBHOOK_PAUSED', 'This webhook is paused, so nothing was sent. Resume it first.'),
  tooManyListeners: (max: number) =>
    rateLimited(
      `You already have ${max} listeners, the maximum. Stop one and try again in a minute.`,
      { retryAfterSeconds: 60 },
    ),
  listenerGone: () =>
    notFound(
      'This listener was disconnected for more than a minute, so its events are no longer available. Start a new one.',
    ),
};
