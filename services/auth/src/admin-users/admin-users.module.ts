import { Module } from '@nestjs/common';
import { AccountDeletionController } from '../account-deletion/account-deletion.controller.js';
import { AccountDeletionRepository } from '../account-deletion/account-deletion.repository.js';
import { AccountDeletionService } from '../account-deletion/account-deletion.service.js';
import { DeletionSweeper } from '../account-deletion/deletion-sweeper.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { GrpcServiceClients, pageDeadline } from '../clients/grpc-service-clients.js';
import { ServiceClients } from '../clients/service-clients.js';
import { DashboardController } from '../dashboard/dashboard.controller.js';
import { DashboardService } from '../dashboard/dashboard.service.js';
import { MailModule } from '../mail/mail.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdminUsersController } from './admin-users.controller.js';
import { AdminUsersRepository } from './admin-users.repository.js';
import { AdminUsersService } from './admin-users.service.js';

/** What is composed of several services' knowledge of a user: dashboard, users list, deletion. */
@Module({
  imports: [ApiKeysModule, MailModule, SessionsModule, UsersModule],
  controllers: [AccountDeletionController, AdminUsersController, DashboardController],
  providers: [
    AccountDeletionRepository,
    AccountDeletionService,
    AdminUsersRepository,
    AdminUsersService,
    DashboardService,
    DeletionSweeper,
    pageDeadline,
    { provide: ServiceClients, useClass: GrpcServiceClients },
  ],
})
export class AdminUsersModule {}
