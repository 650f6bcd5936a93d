import { Module } from '@nestjs/common';
import { MailTransport } from '@casement/common/mail/mail-transport.js';
import { BotApiModule } from '../bot-api/bot-api.module.js';
import { BotsModule } from '../bots/bots.module.js';
import { ChatsModule } from '../chats/chats.module.js';
import { TelegramConfig } from '../config.js';
import { LeasesModule } from '../leases/leases.module.js';
import { NeighboursModule } from '../neighbours/neighbours.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { BotSender } from './bot-sender.js';
import { LiveProgress } from './live-progress.js';
import { MailSender } from './mail-sender.js';
import { NoticeQueueRepository } from './notice-queue.repository.js';
import { ProgressMessagesRepository } from './progress-messages.repository.js';
import { Senders } from './senders.js';

@Module({
  imports: [BotApiModule, BotsModule, ChatsModule, LeasesModule, NeighboursModule, NoticesModule],
  providers: [
    BotSender,
    LiveProgress,
    MailSender,
    NoticeQueueRepository,
    ProgressMessagesRepository,
    Senders,
    {
      provide: MailTransport,
      inject: [TelegramConfig],
      useFactory: (config: TelegramConfig) => new MailTransport(config),
    },
  ],
  exports: [MailTransport],
})
export class SendingModule {}
