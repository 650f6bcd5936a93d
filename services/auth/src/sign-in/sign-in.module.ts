import { Module } from '@nestjs/common';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { NewNetworkService } from './new-network.service.js';
import { PasskeySignInService } from './passkey-sign-in.service.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';
import { TwoFactorChallengesRepository } from './two-factor-challenges.repository.js';
import { TwoFactorSignInService } from './two-factor-sign-in.service.js';

@Module({
  imports: [
    CaptchaModule,
    MailModule,
    PasswordsModule,
    SessionsModule,
    ThrottleModule,
    TwoFactorModule,
    UsersModule,
  ],
  controllers: [SignInController],
  providers: [
    NewNetworkService,
    PasskeySignInService,
    SignInService,
    TwoFactorChallengesRepository,
    TwoFactorSignInService,
  ],
})
export class SignInModule {}
