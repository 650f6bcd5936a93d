import { Module } from '@nestjs/common';
import { MailTransport } from '@casement/common/platform/mail/mail-transport.js';
import { BotsModule } from '../bots/bots.module.js';
import { BrandModule } from '../brand/brand.module.js';
import { TelegramConfig } from '../config.js';
import { ChatsModule } from '../chats/chats.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { UsersModule } from '../users/users.module.js';
import { BotSender } from './bot-sender.js';
import { LiveProgress } from './live-progress.js';
import { MailSender } from './mail-sender.js';
import { NoticeQueueRepository } from './notice-queue.repository.js';
import { ProgressMessagesRepository } from './progress-messages.repository.js';
import { Senders } from './senders.js';
import { SendingPressure } from './sending-pressure.js';

@Module({
  imports: [BotsModule, BrandModule, ChatsModule, NoticesModule, UsersModule],
  providers: [
    BotSender,
    LiveProgress,
    MailSender,
    NoticeQueueRepository,
    ProgressMessagesRepository,
    Senders,
    SendingPressure,
    {
      provide: MailTransport,
      inject: [TelegramConfig],
      useFactory: (config: TelegramConfig) => new MailTransport(config),
    },
  ],
})
export class SendingModule {}
