import { Module } from '@nestjs/common';
import { DeletedUsersModule } from '../deleted-users/deleted-users.module.js';
import { NoticesConsumer } from './notices.consumer.js';
import { NoticesRepository } from './notices.repository.js';
import { NoticesService } from './notices.service.js';

/** Notices of events and replies in chats, stored to be sent; and their texts. */
@Module({
  imports: [DeletedUsersModule],
  controllers: [NoticesConsumer],
  providers: [NoticesRepository, NoticesService],
  exports: [NoticesService],
})
export class NoticesModule {}
