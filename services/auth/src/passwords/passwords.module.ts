import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PasswordChangeController } from '../password-change/password-change.controller.js';
import { PasswordChangeService } from '../password-change/password-change.service.js';
import { PasswordResetConsumer } from '../password-reset/password-reset.consumer.js';
import { PasswordResetController } from '../password-reset/password-reset.controller.js';
import { PasswordResetRepository } from '../password-reset/password-reset.repository.js';
import { PasswordResetService } from '../password-reset/password-reset.service.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';

@Module({
  imports: [ApiKeysModule, CaptchaModule, MailModule, SessionsModule, UsersModule],
  controllers: [PasswordChangeController, PasswordResetConsumer, PasswordResetController],
  providers: [PasswordChangeService, PasswordResetRepository, PasswordResetService],
})
export class PasswordsModule {}
