import { Module } from '@nestjs/common';
import { MailTransport } from '@casement/common/mail/mail-transport.js';
import { BotsModule } from '../bots/bots.module.js';
import { TelegramConfig } from '../config.js';
import { DeliveriesController } from '../deliveries/deliveries.controller.js';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.js';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { FailedNotices } from '../deliveries/failed-notices.js';
import { TestMessagesController } from '../deliveries/test-messages.controller.js';
import { TestMessagesService } from '../deliveries/test-messages.service.js';
import { LinksModule } from '../links/links.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { UsersModule } from '../users/users.module.js';
import { BotSender } from './bot-sender.js';
import { LiveProgress } from './live-progress.js';
import { MailSender } from './mail-sender.js';
import { NoticeQueueRepository } from './notice-queue.repository.js';
import { ProgressMessagesRepository } from './progress-messages.repository.js';
import { Senders } from './senders.js';
import { SendingPressure } from './sending-pressure.js';

/** Sends notices, and shows administrators what became of each. */
@Module({
  imports: [BotsModule, LinksModule, NoticesModule, UsersModule],
  controllers: [DeliveriesController, TestMessagesController],
  providers: [
    BotSender,
    DeliveriesRepository,
    DeliveriesService,
    FailedNotices,
    LiveProgress,
    MailSender,
    NoticeQueueRepository,
    ProgressMessagesRepository,
    Senders,
    SendingPressure,
    TestMessagesService,
    {
      provide: MailTransport,
      inject: [TelegramConfig],
      useFactory: (config: TelegramConfig) => new MailTransport(config),
    },
  ],
})
export class SendingModule {}
