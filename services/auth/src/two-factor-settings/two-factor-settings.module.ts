import { Module } from '@nestjs/common';
import { AdministratorsModule } from '../administrators/administrators.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { TwoFactorSettingsController } from './two-factor-settings.controller.js';
import { TwoFactorSettingsService } from './two-factor-settings.service.js';

@Module({
  imports: [AdministratorsModule, SessionsModule, ThrottleModule, TwoFactorModule, UsersModule],
  controllers: [TwoFactorSettingsController],
  providers: [TwoFactorSettingsService],
})
export class TwoFactorSettingsModule {}
