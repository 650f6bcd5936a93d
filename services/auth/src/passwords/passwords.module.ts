import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { MailModule } from '../mail/mail.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordResetConsumer } from './password-reset.consumer.js';
import { PasswordResetRepository } from './password-reset.repository.js';
import { PasswordResetService } from './password-reset.service.js';
import { PasswordsController } from './passwords.controller.js';

@Module({
  imports: [
    ApiKeysModule,
    CaptchaModule,
    MailModule,
    SessionsModule,
    ThrottleModule,
    TwoFactorModule,
    UsersModule,
  ],
  controllers: [PasswordResetConsumer, PasswordsController],
  providers: [PasswordChangeService, PasswordHasher, PasswordResetRepository, PasswordResetService],
  exports: [PasswordHasher],
})
export class PasswordsModule {}
