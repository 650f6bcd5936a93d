import { defineService } from '@casement/common/bootstrap/service-definition.js';
import { commonMigrations } from '@casement/common/database/common-migrations.js';
import { AccountDeletion } from './account-deletion/account-deletion.entity.js';
import { ApiKey } from './api-keys/api-key.entity.js';
import { OwnApiKeys } from './api-keys/own-api-keys.js';
import { AppModule } from './app.module.js';
import { CaptchaChallengeRow } from './captcha/captcha-challenge.entity.js';
import { AuthConfig } from './config.js';
import { StartAuth1796000000000 } from './database/migrations/1796000000000-start-auth.js';
import { SessionConfirmed1797000000000 } from './database/migrations/1797000000000-session-confirmed.js';
import { EmailUniqueOnceVerified1797310000000 } from './database/migrations/1797310000000-email-unique-once-verified.js';
import { SortByUsername1797361000002 } from './database/migrations/1797361000002-sort-by-username.js';
import { UserLanguage1797390000000 } from './database/migrations/1797390000000-user-language.js';
import { ApiKeys1797410000000 } from './database/migrations/1797410000000-api-keys.js';
import { ApiKeyNetworks1797430000001 } from './database/migrations/1797430000001-api-key-networks.js';
import { DeviceLogins1797460000000 } from './database/migrations/1797460000000-device-logins.js';
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
    migrations: [
      ...commonMigrations,
      StartAuth1796000000000,
      SessionConfirmed1797000000000,
      EmailUniqueOnceVerified1797310000000,
      SortByUsername1797361000002,
      UserLanguage1797390000000,
      ApiKeys1797410000000,
      ApiKeyNetworks1797430000001,
      DeviceLogins1797460000000,
    ],
  },
  grpc: {
    packages: ['casement.auth.v1'],
    protos: ['casement/auth/v1/auth_service.proto'],
  },
  bodyLimit: '100kb',
});
