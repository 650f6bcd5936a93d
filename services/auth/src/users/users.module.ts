import { Module } from '@nestjs/common';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { ProfileController } from './profile.controller.js';
import { ProfileService } from './profile.service.js';
import { UserListRepository } from './user-list.repository.js';
import { UsersGrpcController } from './users.grpc.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [ThrottleModule, TwoFactorModule],
  controllers: [ProfileController, UsersGrpcController],
  providers: [ProfileService, UserListRepository, UsersRepository, UsersService],
  exports: [UsersService],
})
export class UsersModule {}
