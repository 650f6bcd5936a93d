import { Module } from '@nestjs/common';
import { ChatsModule } from '../chats/chats.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { UsersModule } from '../users/users.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';
import { TestMessagesService } from './test-messages.service.js';

@Module({
  imports: [ChatsModule, NoticesModule, UsersModule],
  controllers: [DeliveriesController],
  providers: [DeliveriesRepository, DeliveriesService, TestMessagesService],
})
export class DeliveriesModule {}
