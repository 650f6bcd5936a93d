import { Module } from '@nestjs/common';
import { ThrottleService } from '../throttle/throttle.service.js';
import { CaptchaController } from './captcha.controller.js';
import { CaptchaRepository } from './captcha.repository.js';
import { CaptchaService } from './captcha.service.js';

/** What keeps scripts away from public calls: captchas and limits. */
@Module({
  controllers: [CaptchaController],
  providers: [CaptchaRepository, CaptchaService, ThrottleService],
  exports: [CaptchaService, ThrottleService],
})
export class CaptchaModule {}
