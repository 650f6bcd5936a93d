import { Module } from '@nestjs/common';
import { AccountDeletionModule } from './account-deletion/account-deletion.module.js';
import { AddEmailModule } from './add-email/add-email.module.js';
import { AdminUsersModule } from './admin-users/admin-users.module.js';
import { DashboardModule } from './dashboard/dashboard.module.js';
import { DeviceLoginsModule } from './device-logins/device-logins.module.js';
import { EmailVerificationModule } from './email-verification/email-verification.module.js';
import { HousekeepingService } from './housekeeping/housekeeping.service.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';

@Module({
  imports: [
    AccountDeletionModule,
    AddEmailModule,
    AdminUsersModule,
    DashboardModule,
    DeviceLoginsModule,
    EmailVerificationModule,
    PasswordsModule,
    SignInModule,
  ],
  providers: [HousekeepingService],
})
export class AppModule {}
