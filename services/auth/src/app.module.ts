import { Module } from '@nestjs/common';
import { AccountAccessModule } from './account-access/account-access.module.js';
import { AccountRecoveryModule } from './account-recovery/account-recovery.module.js';
import { AdminUsersModule } from './admin-users/admin-users.module.js';
import { AdministratorsModule } from './administrators/administrators.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { BrandModule } from './brand/brand.module.js';
import { CaptchaModule } from './captcha/captcha.module.js';
import { ClientsModule } from './clients/clients.module.js';
import { DashboardModule } from './dashboard/dashboard.module.js';
import { DataExportModule } from './data-export/data-export.module.js';
import { DeletedUsersModule } from './deleted-users/deleted-users.module.js';
import { DeviceLoginsModule } from './device-logins/device-logins.module.js';
import { EmailChangeModule } from './email-change/email-change.module.js';
import { EmailVerificationModule } from './email-verification/email-verification.module.js';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { KeysModule } from './keys/keys.module.js';
import { LegalNoticesModule } from './legal-notices/legal-notices.module.js';
import { LegalPagesModule } from './legal-pages/legal-pages.module.js';
import { MailModule } from './mail/mail.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { RegistrationModule } from './registration/registration.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { StepUpModule } from './step-up/step-up.module.js';
import { ThrottleModule } from './throttle/throttle.module.js';
import { TwoFactorSettingsModule } from './two-factor-settings/two-factor-settings.module.js';
import { TwoFactorModule } from './two-factor/two-factor.module.js';
import { UsersModule } from './users/users.module.js';

@Module({
  imports: [
    AccountAccessModule,
    AccountRecoveryModule,
    AdminUsersModule,
    AdministratorsModule,
    ApiKeysModule,
    BrandModule,
    CaptchaModule,
    ClientsModule,
    DashboardModule,
    DataExportModule,
    DeletedUsersModule,
    DeviceLoginsModule,
    EmailChangeModule,
    EmailVerificationModule,
    HousekeepingModule,
    KeysModule,
    LegalNoticesModule,
    LegalPagesModule,
    MailModule,
    PasswordsModule,
    RegistrationModule,
    SessionsModule,
    SignInModule,
    StepUpModule,
    ThrottleModule,
    TwoFactorModule,
    TwoFactorSettingsModule,
    UsersModule,
  ],
})
export class AppModule {}
