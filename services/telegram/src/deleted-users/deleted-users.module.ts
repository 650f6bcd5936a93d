import { Module } from '@nestjs/common';
import { DeletedUsersConsumer } from './deleted-users.consumer.js';
import { DeletedUsersService } from './deleted-users.service.js';

@Module({
  controllers: [DeletedUsersConsumer],
  providers: [DeletedUsersService],
  exports: [DeletedUsersService],
})
export class DeletedUsersModule {}
