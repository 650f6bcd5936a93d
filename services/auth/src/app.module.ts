import { Module } from '@nestjs/common';
import { AccountDeletionModule } from './account-deletion/account-deletion.module.js';
import { AdminUsersModule } from './admin-users/admin-users.module.js';
import { CaptchaModule } from './captcha/captcha.module.js';
import { DashboardModule } from './dashboard/dashboard.module.js';
import { EmailVerificationModule } from './email-verification/email-verification.module.js';
import { FirstAdministratorModule } from './first-administrator/first-administrator.module.js';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { PasswordChangeModule } from './password-change/password-change.module.js';
import { PasswordResetModule } from './password-reset/password-reset.module.js';
import { MigrationModule } from './migration/migration.module.js';
import { ProfileModule } from './profile/profile.module.js';
import { RegistrationModule } from './registration/registration.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { TwoFactorModule } from './two-factor/two-factor.module.js';

@Module({
  imports: [
    AccountDeletionModule,
    AdminUsersModule,
    CaptchaModule,
    DashboardModule,
    EmailVerificationModule,
    FirstAdministratorModule,
    HousekeepingModule,
    PasswordChangeModule,
    PasswordResetModule,
    MigrationModule,
    ProfileModule,
    RegistrationModule,
    SessionsModule,
    SignInModule,
    TwoFactorModule,
  ],
})
export class AppModule {}
