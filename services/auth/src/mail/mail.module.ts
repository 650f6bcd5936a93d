import { Module } from '@nestjs/common';
import { MailOutbox } from './mail-outbox.js';
import { MailSender } from './mail-sender.js';
import { MailTransport } from './mail-transport.js';
import { OutgoingMailRepository } from './outgoing-mail.repository.js';

@Module({
  providers: [MailOutbox, MailSender, MailTransport, OutgoingMailRepository],
  exports: [MailOutbox],
})
export class MailModule {}
