import { Module } from '@nestjs/common';
import { MailTransport } from '@casement/common/platform/mail/mail-transport.js';
import { AddressOwner } from '../address-owner/address-owner.service.js';
import { AdministratorMails } from '../administrators/administrator-mails.js';
import { AdministratorMailsConsumer } from '../administrators/administrator-mails.consumer.js';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { AuthConfig } from '../config.js';
import { UsersModule } from '../users/users.module.js';
import { FailedMails } from './failed-mails.js';
import { MailOutbox } from './mail-outbox.js';
import { MailMetrics } from './mail-metrics.js';
import { MailSender } from './mail-sender.js';
import { MailTest } from './mail-test.js';
import { OutgoingMailRepository } from './outgoing-mail.repository.js';

@Module({
  imports: [CaptchaModule, UsersModule],
  controllers: [AdministratorMailsConsumer],
  providers: [
    AddressOwner,
    AdministratorMails,
    FailedMails,
    MailOutbox,
    MailMetrics,
    MailSender,
    MailTest,
    {
      provide: MailTransport,
      inject: [AuthConfig],
      useFactory: (config: AuthConfig) => new MailTransport(config),
    },
    OutgoingMailRepository,
  ],
  exports: [AdministratorMails, MailOutbox],
})
export class MailModule {}
