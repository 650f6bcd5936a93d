import { Module } from '@nestjs/common';
import { DeletedUsersConsumer } from './deleted-users.consumer.js';
import { DeletedUsersRepository } from './deleted-users.repository.js';
import { DeletedUsersService } from './deleted-users.service.js';

@Module({
  controllers: [DeletedUsersConsumer],
  providers: [DeletedUsersRepository, DeletedUsersService],
  exports: [DeletedUsersService],
})
export class DeletedUsersModule {}
