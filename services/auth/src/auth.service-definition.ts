import { defineService } from '@casement/common/bootstrap/service-definition.js';
import { commonMigrations } from '@casement/common/database/common-migrations.js';
import { AccountDeletion } from './account-deletion/account-deletion.entity.js';
import { ApiKey } from './api-keys/api-key.entity.js';
import { OwnApiKeys } from './api-keys/own-api-keys.js';
import { AppModule } from './app.module.js';
import { CaptchaChallengeRow } from './captcha/captcha-challenge.entity.js';
import { AuthConfig } from './config.js';
import { authMigrations } from './database/migrations.js';
import { DeviceLogin } from './device-logins/device-login.entity.js';
import { EmailVerification } from './email-verification/email-verification.entity.js';
import { OutgoingMail } from './mail/outgoing-mail.entity.js';
import { PasswordReset } from './password-reset/password-reset.entity.js';
import { RefreshToken } from './sessions/refresh-token.entity.js';
import { Session } from './sessions/session.entity.js';
import { RecoveryCode } from './two-factor/recovery-code.entity.js';
import { TwoFactorChallenge } from './two-factor/two-factor-challenge.entity.js';
import { TwoFactor } from './two-factor/two-factor.entity.js';
import { User } from './users/user.entity.js';

export const auth = defineService({
  name: 'auth',
  config: AuthConfig,
  module: AppModule,
  ownApiKeys: OwnApiKeys,
  database: {
    entities: [
      AccountDeletion,
      ApiKey,
      CaptchaChallengeRow,
      DeviceLogin,
      EmailVerification,
      OutgoingMail,
      PasswordReset,
      RecoveryCode,
      RefreshToken,
      Session,
      TwoFactor,
      TwoFactorChallenge,
      User,
    ],
    migrations: [...commonMigrations, ...authMigrations],
  },
  grpc: {
    packages: ['casement.auth.v1'],
    protos: ['casement/auth/v1/auth_service.proto'],
  },
  bodyLimit: '100kb',
});
