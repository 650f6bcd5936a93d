import { Module } from '@nestjs/common';
import { BotsModule } from '../bots/bots.module.js';
import { LinksModule } from '../chats/chats.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { UsersModule } from '../users/users.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';
import { FailedNotices } from './failed-notices.js';
import { TestMessagesController } from './test-messages.controller.js';
import { TestMessagesService } from './test-messages.service.js';

/** Shows administrators what became of each notice. */
@Module({
  imports: [BotsModule, LinksModule, NoticesModule, SendingModule, UsersModule],
  controllers: [DeliveriesController, TestMessagesController],
  providers: [DeliveriesRepository, DeliveriesService, FailedNotices, TestMessagesService],
})
export class DeliveriesModule {}
