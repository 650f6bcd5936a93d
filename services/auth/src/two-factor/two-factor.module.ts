import { Module } from '@nestjs/common';
import { NewPlaceModule } from '../new-place/new-place.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { UsersModule } from '../users/users.module.js';
import { RecoveryCodesRepository } from './recovery-codes.repository.js';
import { TwoFactorChallengesRepository } from './two-factor-challenges.repository.js';
import { TwoFactorCodes } from './two-factor-codes.js';
import { TwoFactorSettingsController } from './two-factor-settings.controller.js';
import { TwoFactorSettingsService } from './two-factor-settings.service.js';
import { TwoFactorSignInController } from './two-factor-sign-in.controller.js';
import { TwoFactorSignInService } from './two-factor-sign-in.service.js';
import { TwoFactorRepository } from './two-factor.repository.js';

@Module({
  imports: [NewPlaceModule, SessionsModule, ThrottleModule, UsersModule],
  controllers: [TwoFactorSettingsController, TwoFactorSignInController],
  providers: [
    RecoveryCodesRepository,
    TwoFactorChallengesRepository,
    TwoFactorCodes,
    TwoFactorRepository,
    TwoFactorSettingsService,
    TwoFactorSignInService,
  ],
  exports: [TwoFactorSignInService],
})
export class TwoFactorModule {}
