import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isId, newId } from '@casement/common/data/database/new-id.js';
import { Signals } from '@casement/common/messaging/signals.js';
import type { CaptchaChallenge } from '@casement/proto/http/auth/sign-in.js';
import { AuthConfig } from '../config.js';
import { KeyedHash } from '../secret-hash.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { newArithmeticQuestion } from './arithmetic.js';
import { renderQuestion } from './captcha-image.js';
import { captchaErrors } from './captcha.errors.js';
import { CaptchaRepository } from './captcha.repository.js';

const MINUTES = 5;
/** Field names that form-filling scripts like to fill in. No form of ours has a real field with these names. */
const HONEYPOTS = [
  'website',
  'company',
  'homepage',
  'phone',
  'fax',
  'address',
  'middle_name',
  'city',
];

/** Form body with the two CAPTCHA fields and, under a random name, the decoy. */
interface AnsweredForm {
  captchaId: string;
  captchaAnswer: string;
  [field: string]: unknown;
}

@Injectable()
export class CaptchaService {
  private readonly hash: KeyedHash;

  constructor(
    config: AuthConfig,
    private readonly challenges: CaptchaRepository,
    private readonly throttle: ThrottleService,
    private readonly signals: Signals,
  ) {
    this.hash = new KeyedHash(config.DATA_ENCRYPTION_KEY, 'captcha');
  }

  /** @throws captchaErrors.tooMany (429) */
  async generate(): Promise<CaptchaChallenge> {
    const wait = await this.throttle.tryTakeForClient(LIMITS.captcha);
    if (wait !== undefined) {
      this.signals.raise({ kind: 'rate_limited', detail: LIMITS.captcha.name });
      throw captchaErrors.tooMany(wait);
    }
    const { question, answer } = newArithmeticQuestion();
    const id = newId();
    const honeypotField = honeypotName();
    await this.challenges.insert({
      id,
      answerHash: this.hash.of(id, String(answer)),
      honeypotField,
      expiresAt: new Date(Date.now() + MINUTES * 60_000),
    });
    return { id, question, honeypotField, captchaUrl: renderQuestion(question) };
  }

  /** Consumes the challenge, whether or not the answer is right. @throws captchaErrors.refused */
  async check(form: AnsweredForm): Promise<void> {
    const challenge = isId(form.captchaId) ? await this.challenges.take(form.captchaId) : undefined;
    const decoy = challenge && form[challenge.honeypotField];
    if (decoy !== undefined && decoy !== '' && decoy !== null) {
      this.signals.raise({ kind: 'honeypot_filled' });
      throw captchaErrors.refused();
    }
    const answer = form.captchaAnswer.replace(/^0+(?=\d)/, '');
    if (!challenge || !this.hash.matches(challenge.id, answer, challenge.answerHash)) {
      this.signals.raise({
        kind: 'captcha_failed',
        detail: challenge ? 'wrong answer' : 'unknown, used or expired',
      });
      throw captchaErrors.refused();
    }
  }
}

/** Returns a new name each time so that scripts cannot learn which field to leave empty. */
const honeypotName = (): string =>
  `${HONEYPOTS[randomInt(HONEYPOTS.length)]}_${randomInt(36 ** 4)
    .toString(36)
    .padStart(4, '0')}`;
