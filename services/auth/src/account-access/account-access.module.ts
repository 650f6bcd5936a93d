import { Module } from '@nestjs/common';
import { AccountRecoveryModule } from '../account-recovery/account-recovery.module.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { DeviceLoginsModule } from '../device-logins/device-logins.module.js';
import { MailModule } from '../mail/mail.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountAccessController } from './account-access.controller.js';
import { AccountAccessService } from './account-access.service.js';
import { NewAccessConsumer } from './new-access.consumer.js';

@Module({
  imports: [
    AccountRecoveryModule,
    ApiKeysModule,
    DeviceLoginsModule,
    MailModule,
    SessionsModule,
    ThrottleModule,
    UsersModule,
  ],
  controllers: [AccountAccessController, NewAccessConsumer],
  providers: [AccountAccessService],
})
export class AccountAccessModule {}
