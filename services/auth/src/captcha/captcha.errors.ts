import { DomainError } from '@casement/common/errors/domain-error.js';

/** Wrong, used, expired, unknown or caught by the decoy: a script learns nothing of which. */
export class CaptchaRefused extends DomainError {
  constructor() {
    super('invalid', 'CAPTCHA_INVALID', 'CAPTCHA verification failed. Please try again.', {
      details: [
        { path: 'captchaAnswer', message: 'CAPTCHA verification failed. Please try again.' },
      ],
    });
  }
}

/** SPEC §8. */
export class TooManyCaptchas extends DomainError {
  constructor(retryAfterSeconds: number) {
    super(
      'rate_limited',
      'CAPTCHA_GENERATION_RATE_LIMIT',
      'Too many requests. Please wait before requesting a new CAPTCHA.',
      { retryAfterSeconds },
    );
  }
}
