import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { EmailVerificationModule } from '../email-verification/email-verification.module.js';
import { MailModule } from '../mail/mail.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { UsersModule } from '../users/users.module.js';
import { EmailChangeController } from './email-change.controller.js';
import { EmailChangeRepository } from './email-change.repository.js';
import { EmailChangeService } from './email-change.service.js';

@Module({
  imports: [
    ApiKeysModule,
    EmailVerificationModule,
    MailModule,
    SessionsModule,
    ThrottleModule,
    UsersModule,
  ],
  controllers: [EmailChangeController],
  providers: [EmailChangeRepository, EmailChangeService],
})
export class EmailChangeModule {}
