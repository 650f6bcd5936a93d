import { Module } from '@nestjs/common';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { EmailVerificationModule } from '../email-verification/email-verification.module.js';
import { LegalPagesModule } from '../legal-pages/legal-pages.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { UsersModule } from '../users/users.module.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationService } from './registration.service.js';

@Module({
  imports: [
    CaptchaModule,
    EmailVerificationModule,
    LegalPagesModule,
    PasswordsModule,
    SessionsModule,
    ThrottleModule,
    UsersModule,
  ],
  controllers: [RegistrationController],
  providers: [RegistrationService],
})
export class RegistrationModule {}
