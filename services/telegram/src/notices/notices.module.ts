import { Module } from '@nestjs/common';
import { DeletedUsersModule } from '../deleted-users/deleted-users.module.js';
import { NoticesConsumer } from './notices.consumer.js';
import { NoticesRepository } from './notices.repository.js';

@Module({
  imports: [DeletedUsersModule],
  controllers: [NoticesConsumer],
  providers: [NoticesRepository],
  exports: [NoticesRepository],
})
export class NoticesModule {}
