import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { AdministratorsService } from './administrators.service.js';

@Module({
  imports: [UsersModule],
  providers: [AdministratorsService],
  exports: [AdministratorsService],
})
export class AdministratorsModule {}
