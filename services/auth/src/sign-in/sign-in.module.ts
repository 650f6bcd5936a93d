import { Module } from '@nestjs/common';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { EmailVerificationModule } from '../email-verification/email-verification.module.js';
import { MailModule } from '../mail/mail.module.js';
import { NewNetworkService } from '../new-network/new-network.service.js';
import { RegistrationController } from '../registration/registration.controller.js';
import { RegistrationService } from '../registration/registration.service.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { RecoveryCodesRepository } from '../two-factor/recovery-codes.repository.js';
import { TwoFactorChallengesRepository } from '../two-factor/two-factor-challenges.repository.js';
import { TwoFactorCodes } from '../two-factor/two-factor-codes.js';
import { TwoFactorSettingsController } from '../two-factor/two-factor-settings.controller.js';
import { TwoFactorSettingsService } from '../two-factor/two-factor-settings.service.js';
import { TwoFactorSignInController } from '../two-factor/two-factor-sign-in.controller.js';
import { TwoFactorSignInService } from '../two-factor/two-factor-sign-in.service.js';
import { StepUpController } from '../step-up/step-up.controller.js';
import { StepUpService } from '../step-up/step-up.service.js';
import { UsersModule } from '../users/users.module.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';

/** Registration, sign-in, its second factor, and what confirms them later. */
@Module({
  imports: [CaptchaModule, EmailVerificationModule, MailModule, SessionsModule, UsersModule],
  controllers: [
    RegistrationController,
    SignInController,
    StepUpController,
    TwoFactorSettingsController,
    TwoFactorSignInController,
  ],
  providers: [
    NewNetworkService,
    RecoveryCodesRepository,
    RegistrationService,
    SignInService,
    StepUpService,
    TwoFactorChallengesRepository,
    TwoFactorCodes,
    TwoFactorSettingsService,
    TwoFactorSignInService,
  ],
})
export class SignInModule {}
