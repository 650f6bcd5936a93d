import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdministratorMails } from './administrator-mails.js';
import { AdministratorMailsConsumer } from './administrator-mails.consumer.js';
import { AdministratorsRepository } from './administrators.repository.js';
import { AdministratorsService } from './administrators.service.js';
import { FirstAdministratorService } from './first-administrator.js';

@Module({
  imports: [MailModule, PasswordsModule, UsersModule],
  controllers: [AdministratorMailsConsumer],
  providers: [
    AdministratorMails,
    AdministratorsRepository,
    AdministratorsService,
    FirstAdministratorService,
  ],
  exports: [AdministratorMails, AdministratorsService],
})
export class AdministratorsModule {}
