import type { CaptchaChallenge } from '@casement/proto/http/auth.js';
import { callEnvelope } from '@/lib/api-client.js';
import { ApiError, SpokenError } from '@/lib/api-error.js';
import { say } from '@/lib/messages.js';
import { captchaTexts } from '@/messages/captcha.js';

/** GET /auth/captcha/generate. @throws SpokenError with the text of SPEC §8; what no call has caused goes on unsaid */
export async function getCaptcha(signal?: AbortSignal): Promise<CaptchaChallenge> {
  const m = say(captchaTexts);
  try {
    const answer = await callEnvelope<{ captcha?: Partial<CaptchaChallenge> } | null>(
      'GET',
      '/auth/captcha/generate',
      { signal },
    );
    const captcha = answer.data?.captcha;
    if (!captcha?.id || !captcha.question || !captcha.honeypotField) {
      throw new SpokenError(m.malformed);
    }
    return captcha as CaptchaChallenge;
  } catch (error) {
    if (signal?.aborted || !(error instanceof ApiError)) throw error;
    throw new SpokenError(isRateLimit(error) ? m.tooMany : m.generateFailed, { cause: error });
  }
}

const isRateLimit = ({ status, code }: ApiError) =>
  status === 429 || code === 'CAPTCHA_GENERATION_RATE_LIMIT';
