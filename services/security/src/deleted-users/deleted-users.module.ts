import { Module } from '@nestjs/common';
import { DeletedUsersConsumer } from './deleted-users.consumer.js';
import { DeletedUsersRepository } from './deleted-users.repository.js';

@Module({ controllers: [DeletedUsersConsumer], providers: [DeletedUsersRepository] })
export class DeletedUsersModule {}
