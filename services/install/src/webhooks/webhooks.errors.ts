import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const webhookErrors = {
  notFound: () =>
    new DomainError(
      'not_found',
      'NOT_FOUND',
      'This webhook does not exist, or was deleted already.',
    ),
  deliveryNotFound: () =>
    new DomainError(
      'not_found',
      'NOT_FOUND',
      'This delivery is not kept any more. Deliveries are kept for 30 days.',
    ),
  tooMany: (max: number) =>
    new DomainError(
      'conflict',
      'TOO_MANY_WEBHOOKS',
      `You have ${max} webhooks, which is the limit. Nothing was created. Delete one that is no longer used.`,
    ),
  httpsRequired: () => {
    const message = 'The address must begin with https://.';
    return new DomainError('invalid', 'VALIDATION_FAILED', message, {
      details: [{ path: 'url', message }],
    });
  },
  waiting: () =>
    new DomainError(
      'conflict',
      'DELIVERY_WAITING',
      'This delivery has not ended: it is tried again automatically.',
    ),
  paused: () =>
    new DomainError(
      'conflict',
      'WEBHOOK_PAUSED',
      'This webhook is paused, so nothing was sent. Resume it first.',
    ),
  tooManyListeners: (max: number) =>
    new DomainError(
      'rate_limited',
      'RATE_LIMITED',
      `${max} programs listen to your events already, which is the limit. End one; its place is free a minute later.`,
      { retryAfterSeconds: 60 },
    ),
  listenerGone: () =>
    new DomainError(
      'not_found',
      'NOT_FOUND',
      'This listener was away for more than a minute, so its events are no longer kept. Begin a new one.',
    ),
  tooManyTests: (retryAfterSeconds: number) =>
    new DomainError(
      'rate_limited',
      'RATE_LIMITED',
      'Too many tests of this webhook. Nothing was sent. Wait a minute, then try again.',
      { retryAfterSeconds },
    ),
};
