import { Module } from '@nestjs/common';
import { AdministratorsModule } from '../administrators/administrators.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { DeletedUsersController } from './deleted-users.controller.js';
import { DeletedUsersRepository } from './deleted-users.repository.js';
import { DeletedUsersService } from './deleted-users.service.js';

@Module({
  imports: [AdministratorsModule, ClientsModule, SessionsModule, UsersModule],
  controllers: [DeletedUsersController],
  providers: [DeletedUsersRepository, DeletedUsersService],
})
export class DeletedUsersModule {}
