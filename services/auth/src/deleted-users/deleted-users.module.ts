import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountDeletionController } from './account-deletion.controller.js';
import { AccountDeletionRepository } from './account-deletion.repository.js';
import { AccountDeletionService } from './account-deletion.service.js';
import { DeletionSweeper } from './deletion-sweeper.js';

@Module({
  imports: [ClientsModule, SessionsModule, UsersModule],
  controllers: [AccountDeletionController],
  providers: [AccountDeletionRepository, AccountDeletionService, DeletionSweeper],
})
export class AccountDeletionModule {}
