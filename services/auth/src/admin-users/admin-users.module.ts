import { Module } from '@nestjs/common';
import { AdministratorsModule } from '../administrators/administrators.module.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { EmailVerificationModule } from '../email-verification/email-verification.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdminUsersController } from './admin-users.controller.js';
import { AdminUsersService } from './admin-users.service.js';
import { UserActionsService } from './user-actions.service.js';

@Module({
  imports: [
    AdministratorsModule,
    ApiKeysModule,
    ClientsModule,
    EmailVerificationModule,
    SessionsModule,
    UsersModule,
  ],
  controllers: [AdminUsersController],
  providers: [AdminUsersService, UserActionsService],
})
export class AdminUsersModule {}
