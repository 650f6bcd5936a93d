import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import type { CaptchaChallenge } from '@casement/proto/http/auth/sign-in.js';
import { call } from '@/lib/api/api-client.js';
import { ApiError, DisplayableError } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { captchaMessages } from '@/messages/account/captcha.js';

/** @throws DisplayableError with the text of SPEC §8; an abort is rethrown unchanged */
export async function getCaptcha(signal?: AbortSignal): Promise<CaptchaChallenge> {
  const m = t(captchaMessages);
  try {
    const answer: { captcha?: Partial<CaptchaChallenge> } | null = await call(
      authRoutes.generateCaptcha,
      { signal },
    );
    const captcha = answer?.captcha;
    if (!captcha?.id || !captcha.question || !captcha.honeypotField) {
      throw new DisplayableError(m.malformed);
    }
    return captcha as CaptchaChallenge;
  } catch (error) {
    if (signal?.aborted || !(error instanceof ApiError)) throw error;
    throw new DisplayableError(isRateLimit(error) ? m.tooMany : m.generateFailed, { cause: error });
  }
}

const isRateLimit = ({ status, code }: ApiError) =>
  status === 429 || code === 'CAPTCHA_GENERATION_RATE_LIMIT';
