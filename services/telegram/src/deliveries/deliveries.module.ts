import { Module } from '@nestjs/common';
import { BotApiModule } from '../bot-api/bot-api.module.js';
import { LinksModule } from '../links/links.module.js';
import { NeighboursModule } from '../neighbours/neighbours.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';
import { FailedNotices } from './failed-notices.js';
import { TestMessagesController } from './test-messages.controller.js';
import { TestMessagesService } from './test-messages.service.js';

@Module({
  imports: [BotApiModule, LinksModule, NeighboursModule, SendingModule],
  controllers: [DeliveriesController, TestMessagesController],
  providers: [DeliveriesRepository, DeliveriesService, FailedNotices, TestMessagesService],
})
export class DeliveriesModule {}
