import { Module } from '@nestjs/common';
import { AccountRecoveryModule } from '../account-recovery/account-recovery.module.js';
import { AdministratorsModule } from '../administrators/administrators.module.js';
import { BrandModule } from '../brand/brand.module.js';
import { MailModule } from '../mail/mail.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { OwnTwoFactorController } from './own-two-factor.controller.js';
import { TwoFactorSettingsController } from './two-factor-settings.controller.js';
import { TwoFactorSettingsService } from './two-factor-settings.service.js';

@Module({
  imports: [
    AccountRecoveryModule,
    AdministratorsModule,
    BrandModule,
    MailModule,
    SessionsModule,
    ThrottleModule,
    TwoFactorModule,
    UsersModule,
  ],
  controllers: [OwnTwoFactorController, TwoFactorSettingsController],
  providers: [TwoFactorSettingsService],
})
export class TwoFactorSettingsModule {}
