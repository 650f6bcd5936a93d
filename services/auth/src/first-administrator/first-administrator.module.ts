import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { UsersModule } from '../users/users.module.js';
import { FirstAdministratorService } from './first-administrator.service.js';

@Module({
  imports: [PasswordsModule, UsersModule],
  providers: [FirstAdministratorService],
})
export class FirstAdministratorModule {}
