import { Module } from '@nestjs/common';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { MailModule } from '../mail/mail.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { UsersModule } from '../users/users.module.js';
import { EmailVerificationController } from './email-verification.controller.js';
import { EmailVerificationRepository } from './email-verification.repository.js';
import { EmailVerificationService } from './email-verification.service.js';

@Module({
  imports: [CaptchaModule, MailModule, ThrottleModule, UsersModule],
  controllers: [EmailVerificationController],
  providers: [EmailVerificationRepository, EmailVerificationService],
  exports: [EmailVerificationService],
})
export class EmailVerificationModule {}
