import { Controller } from '@nestjs/common';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { Public } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { CaptchaService } from './captcha.service.js';

/** Both routes return the challenge at the top level and in `data` (SPEC §7). */
@Controller()
@Public()
export class CaptchaController {
  constructor(private readonly service: CaptchaService) {}

  @Route(authRoutes.captcha)
  async create() {
    const captcha = await this.service.generate();
    return reply({ captcha }, 'CAPTCHA generated', { extra: { captcha } });
  }

  @Route(authRoutes.generateCaptcha)
  generate() {
    return this.create();
  }
}
