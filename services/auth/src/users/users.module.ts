import { Module } from '@nestjs/common';
import { AdministratorsService } from '../administrators/administrators.service.js';
import { FirstAdministratorService } from '../first-administrator/first-administrator.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { ProfileController } from '../profile/profile.controller.js';
import { ProfileService } from '../profile/profile.service.js';
import { UsersGrpcController } from './users.grpc.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  controllers: [ProfileController, UsersGrpcController],
  providers: [
    AdministratorsService,
    FirstAdministratorService,
    PasswordHasher,
    ProfileService,
    UsersRepository,
    UsersService,
  ],
  exports: [AdministratorsService, PasswordHasher, UsersService],
})
export class UsersModule {}
