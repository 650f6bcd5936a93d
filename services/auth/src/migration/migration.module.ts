import { Module } from '@nestjs/common';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { EmailVerificationModule } from '../email-verification/email-verification.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { UsersModule } from '../users/users.module.js';
import { MigrationController } from './migration.controller.js';
import { MigrationService } from './migration.service.js';

@Module({
  imports: [CaptchaModule, EmailVerificationModule, ThrottleModule, UsersModule],
  controllers: [MigrationController],
  providers: [MigrationService],
})
export class MigrationModule {}
