import { conflict, fieldError, notFound, rateLimited } from '../errors.js';

export const webhookErrors = {
  notFound: () => notFound('This webhook does not exist, or was deleted already.'),
  deliveryNotFound: () =>
    notFound('This delivery is not kept any more. Deliveries are kept for 30 days.'),
  tooMany: (max: number) =>
    conflict(
      'TOO_MANY_WEBHOOKS',
      `You have ${max} webhooks, which is the limit. Nothing was created. Delete one that is no longer used.`,
    ),
  httpsRequired: () =>
    fieldError({ path: 'url', message: 'The address must begin with https://.' }),
  waiting: () =>
    conflict('DELIVERY_WAITING', 'This delivery has not ended: it is tried again automatically.'),
  paused: () =>
    conflict('WEBHOOK_PAUSED', 'This webhook is paused, so nothing was sent. Resume it first.'),
  tooManyListeners: (max: number) =>
    rateLimited(
      `${max} programs listen to your events already, which is the limit. End one; its place is free a minute later.`,
      { retryAfterSeconds: 60 },
    ),
  listenerGone: () =>
    notFound(
      'This listener was away for more than a minute, so its events are no longer kept. Begin a new one.',
    ),
  tooManyTests: (retryAfterSeconds: number) =>
    rateLimited(
      'Too many tests of this webhook. Nothing was sent. Wait a minute, then try again.',
      { retryAfterSeconds },
    ),
};
