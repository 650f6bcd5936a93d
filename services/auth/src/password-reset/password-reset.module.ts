import { Module } from '@nestjs/common';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PasswordChangeModule } from '../password-change/password-change.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { UsersModule } from '../users/users.module.js';
import { PasswordResetConsumer } from './password-reset.consumer.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordResetRepository } from './password-reset.repository.js';
import { PasswordResetService } from './password-reset.service.js';

@Module({
  imports: [
    CaptchaModule,
    MailModule,
    PasswordChangeModule,
    PasswordsModule,
    ThrottleModule,
    UsersModule,
  ],
  controllers: [PasswordResetConsumer, PasswordResetController],
  providers: [PasswordResetRepository, PasswordResetService],
})
export class PasswordResetModule {}
