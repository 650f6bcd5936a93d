import { Module } from '@nestjs/common';
import { MailTransport } from '@casement/common/platform/mail/mail-transport.js';
import { AuthConfig } from '../config.js';
import { BrandModule } from '../brand/brand.module.js';
import { LegalPagesModule } from '../legal-pages/legal-pages.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { UsersModule } from '../users/users.module.js';
import { AddressOwner } from './address-owner.js';
import { FailedMails } from './failed-mails.js';
import { MailMetrics } from './mail-metrics.js';
import { MailOutbox } from './mail-outbox.js';
import { MailSender } from './mail-sender.js';
import { MailTest } from './mail-test.js';
import { OutgoingMailRepository } from './outgoing-mail.repository.js';

@Module({
  imports: [BrandModule, LegalPagesModule, ThrottleModule, UsersModule],
  providers: [
    AddressOwner,
    FailedMails,
    MailMetrics,
    MailOutbox,
    MailSender,
    MailTest,
    {
      provide: MailTransport,
      inject: [AuthConfig],
      useFactory: (config: AuthConfig) => new MailTransport(config),
    },
    OutgoingMailRepository,
  ],
  exports: [MailOutbox],
})
export class MailModule {}
