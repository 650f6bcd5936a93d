import { DomainError } from '@casement/common/core/errors/domain-error.js';

const REFUSED = 'CAPTCHA verification failed. Please try again.';

export const captchaErrors = {
  /** Wrong, used, expired, unknown or caught by the decoy: a script cannot distinguish these. */
  refused: () =>
    new DomainError('invalid', 'CAPTCHA_INVALID', REFUSED, {
      details: [{ path: 'captchaAnswer', message: REFUSED }],
    }),
  /** SPEC §8. */
  tooMany: (retryAfterSeconds: number) =>
    new DomainError(
      'rate_limited',
      'CAPTCHA_GENERATION_RATE_LIMIT',
      'Too many requests. Please wait before requesting a new CAPTCHA.',
      { retryAfterSeconds },
    ),
};
