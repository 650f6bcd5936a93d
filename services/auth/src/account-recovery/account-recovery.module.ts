import { Module } from '@nestjs/common';
import { AdministratorsModule } from '../administrators/administrators.module.js';
import { MailModule } from '../mail/mail.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountRecoveryController } from './account-recovery.controller.js';
import { AccountRecoveryRepository } from './account-recovery.repository.js';
import { AccountRecoveryService } from './account-recovery.service.js';

@Module({
  imports: [
    AdministratorsModule,
    MailModule,
    SessionsModule,
    ThrottleModule,
    TwoFactorModule,
    UsersModule,
  ],
  controllers: [AccountRecoveryController],
  providers: [AccountRecoveryRepository, AccountRecoveryService],
  exports: [AccountRecoveryService],
})
export class AccountRecoveryModule {}
