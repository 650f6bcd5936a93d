import { Module } from '@nestjs/common';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { CaptchaController } from './captcha.controller.js';
import { CaptchaRepository } from './captcha.repository.js';
import { CaptchaService } from './captcha.service.js';

@Module({
  imports: [ThrottleModule],
  controllers: [CaptchaController],
  providers: [CaptchaRepository, CaptchaService],
  exports: [CaptchaService],
})
export class CaptchaModule {}
