import { DomainError } from '../../core/errors/domain-error.js';

/** Longer than most requests take. */
const RETRY_AFTER_SECONDS = 2;
const HOUR_SECONDS = 3_600;

export const idempotencyErrors = {
  reused: () =>
    new DomainError(
      'unprocessable',
      'IDEMPOTENCY_KEY_REUSED',
      'This request was already sent with different values. Nothing was changed; please reload the page and enter it again, or send it with a new Idempotency-Key.',
    ),
  inProgress: () =>
    new DomainError(
      'conflict',
      'IDEMPOTENCY_IN_PROGRESS',
      'The same request is still being processed. Nothing is done twice; please try again in a moment.',
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    ),
  tooMany: () =>
    new DomainError(
      'rate_limited',
      'RATE_LIMITED',
      'You sent too many of these requests today. Nothing was done. Please try again later.',
      { retryAfterSeconds: HOUR_SECONDS },
    ),
  /** @param id of the object created by the first request */
  responseNotStored: (id: string) =>
    new DomainError(
      'conflict',
      'IDEMPOTENCY_ANSWER_NOT_KEPT',
      `This request was already completed, and nothing was created again. Its response contained a secret, which is not stored; the created resource has the ID ${id}. If you did not receive the secret, revoke that resource and create a new one.`,
      { details: [{ path: 'id', message: id }] },
    ),
};
