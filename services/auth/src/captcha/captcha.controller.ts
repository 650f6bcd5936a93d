import { Controller, Get, Header } from '@nestjs/common';
import { z } from 'zod';
import { captchaChallenge } from '@casement/proto/http/auth.js';
import { Public } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { CaptchaService } from './captcha.service.js';

@Controller('auth/captcha')
@Public()
export class CaptchaController {
  constructor(private readonly service: CaptchaService) {}

  /** Both paths answer alike, with the challenge at the top level and in `data` (SPEC §7). */
  @Get(['', 'generate'])
  @Answers(z.object({ captcha: captchaChallenge }), { extra: { captcha: captchaChallenge } })
  @Header('Cache-Control', 'no-store')
  async generate() {
    const captcha = await this.service.generate();
    return reply({ captcha }, 'CAPTCHA generated', { extra: { captcha } });
  }
}
