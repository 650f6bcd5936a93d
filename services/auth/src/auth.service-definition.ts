import { defineService } from '@casement/common/platform/bootstrap/service-definition.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { AccountRecoveryEntity } from './account-recovery/account-recovery.entity.js';
import { ApiKeyEntity } from './api-keys/api-key.entity.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { AppModule } from './app.module.js';
import { BrandImageEntity } from './brand/brand-image.entity.js';
import { BrandEntity } from './brand/brand.entity.js';
import { CaptchaChallengeEntity } from './captcha/captcha-challenge.entity.js';
import { AuthConfig } from './config.js';
import { authMigrations } from './database/migrations.js';
import { UserDeletionEntity } from './deleted-users/user-deletion.entity.js';
import { DeviceLoginEntity } from './device-logins/device-login.entity.js';
import { EmailChangeEntity } from './email-change/email-change.entity.js';
import { EmailReservationEntity } from './email-change/email-reservation.entity.js';
import { EmailVerificationEntity } from './email-verification/email-verification.entity.js';
import { LegalVersionEntity } from './legal-pages/legal-version.entity.js';
import { TermsAcceptanceEntity } from './legal-pages/terms-acceptance.entity.js';
import { OutgoingMailEntity } from './mail/outgoing-mail.entity.js';
import { PasswordResetEntity } from './passwords/password-reset.entity.js';
import { RefreshTokenEntity } from './sessions/refresh-token.entity.js';
import { SessionEntity } from './sessions/session.entity.js';
import { PasskeyChallengeEntity } from './two-factor/passkey-challenge.entity.js';
import { PasskeyEntity } from './two-factor/passkey.entity.js';
import { RecoveryCodeEntity } from './two-factor/recovery-code.entity.js';
import { TwoFactorChallengeEntity } from './sign-in/two-factor-challenge.entity.js';
import { TwoFactorEntity } from './two-factor/two-factor.entity.js';
import { UserEntity } from './users/user.entity.js';

export const auth = defineService({
  name: 'auth',
  config: AuthConfig,
  module: AppModule,
  ownApiKeys: ApiKeysService,
  database: {
    entities: [
      AccountRecoveryEntity,
      ApiKeyEntity,
      BrandEntity,
      BrandImageEntity,
      CaptchaChallengeEntity,
      DeviceLoginEntity,
      EmailChangeEntity,
      EmailReservationEntity,
      EmailVerificationEntity,
      LegalVersionEntity,
      OutgoingMailEntity,
      PasskeyChallengeEntity,
      PasskeyEntity,
      PasswordResetEntity,
      RecoveryCodeEntity,
      RefreshTokenEntity,
      SessionEntity,
      TermsAcceptanceEntity,
      TwoFactorEntity,
      TwoFactorChallengeEntity,
      UserDeletionEntity,
      UserEntity,
    ],
    migrations: [...commonMigrations, ...authMigrations],
  },
  grpc: {
    packages: ['casement.auth.v1'],
    protos: ['casement/auth/v1/auth_service.proto'],
  },
  bodyLimit: '100kb',
});
