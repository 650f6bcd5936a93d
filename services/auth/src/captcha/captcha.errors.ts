import { DomainError } from '@casement/common/core/errors/domain-error.js';

const REFUSED = 'CAPTCHA verification failed. Please try again.';

export const captchaErrors = {
  /**
   * Identical for wrong, used, expired and unknown challenges and for a filled decoy, so that scripts cannot tell
   * them apart.
   */
  refused: () =>
    new DomainError('invalid', 'CAPTCHA_INVALID', REFUSED, {
      details: [{ path: 'captchaAnswer', message: REFUSED }],
    }),
  /** Message from SPEC §8. */
  tooMany: (retryAfterSeconds: number) =>
    new DomainError(
      'rate_limited',
      'CAPTCHA_GENERATION_RATE_LIMIT',
      'Too many requests. Please wait before requesting a new CAPTCHA.',
      { retryAfterSeconds },
    ),
};
