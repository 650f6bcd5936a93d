import { DomainError } from '@casement/common/core/errors/domain-error.js';

const REFUSED = 'CAPTCHA verification failed. Please try again.';

export const captchaErrors = {
  /** The same for wrong, used, expired and unknown challenges and for the decoy, which a script must not distinguish. */
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
