import { Module } from '@nestjs/common';
import { UsersGrpcController } from './users.grpc.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  controllers: [UsersGrpcController],
  providers: [UsersService, UsersRepository],
  exports: [UsersService],
})
export class UsersModule {}
