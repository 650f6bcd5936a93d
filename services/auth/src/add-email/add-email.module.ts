import { Module } from '@nestjs/common';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { EmailVerificationModule } from '../email-verification/email-verification.module.js';
import { UsersModule } from '../users/users.module.js';
import { AddEmailController } from './add-email.controller.js';
import { AddEmailService } from './add-email.service.js';

@Module({
  imports: [CaptchaModule, EmailVerificationModule, UsersModule],
  controllers: [AddEmailController],
  providers: [AddEmailService],
})
export class AddEmailModule {}
