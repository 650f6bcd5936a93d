import { Module } from '@nestjs/common';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { MailModule } from '../mail/mail.module.js';
import { MigrationController } from '../migration/migration.controller.js';
import { MigrationService } from '../migration/migration.service.js';
import { UsersModule } from '../users/users.module.js';
import { EmailVerificationController } from './email-verification.controller.js';
import { EmailVerificationRepository } from './email-verification.repository.js';
import { EmailVerificationService } from './email-verification.service.js';

@Module({
  imports: [CaptchaModule, MailModule, UsersModule],
  controllers: [EmailVerificationController, MigrationController],
  providers: [EmailVerificationRepository, EmailVerificationService, MigrationService],
  exports: [EmailVerificationService],
})
export class EmailVerificationModule {}
