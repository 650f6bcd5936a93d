import { Module } from '@nestjs/common';
import { BrandModule } from '../brand/brand.module.js';
import { DeletedUsersModule } from '../deleted-users/deleted-users.module.js';
import { NoticesController } from './notices.controller.js';
import { NoticesConsumer } from './notices.consumer.js';
import { NoticesRepository } from './notices.repository.js';
import { NoticesService } from './notices.service.js';

/**
 * Notices of events and replies in chats: stores them for sending, lists them for the user and renders their texts.
 */
@Module({
  imports: [BrandModule, DeletedUsersModule],
  controllers: [NoticesConsumer, NoticesController],
  providers: [NoticesRepository, NoticesService],
  exports: [NoticesService],
})
export class NoticesModule {}
