import { Module } from '@nestjs/common';
import { ClosedUsersConsumer } from './closed-users.consumer.js';
import { ClosedUsersGrpcController } from './closed-users.grpc.controller.js';
import { ClosedUsersRepository } from './closed-users.repository.js';
import { ClosedUsersService } from './closed-users.service.js';

@Module({
  controllers: [ClosedUsersGrpcController, ClosedUsersConsumer],
  providers: [ClosedUsersRepository, ClosedUsersService],
  exports: [ClosedUsersService],
})
export class ClosedUsersModule {}
