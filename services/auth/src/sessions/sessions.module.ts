import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { AuthConfig } from '../config.js';
import { KeysController } from '../keys/keys.controller.js';
import { readSigningKey } from '../keys/signing-key.js';
import { SigningKeys } from '../keys/signing-keys.js';
import { TwoFactorRepository } from '../two-factor/two-factor.repository.js';
import { UsersModule } from '../users/users.module.js';
import { AccessTokens } from './access-tokens.js';
import { BearerSession } from './bearer-session.js';
import { OwnSessionsController } from './own-sessions.controller.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { RevocationsService } from './revocations.service.js';
import { SessionCookies } from './session-cookies.js';
import { SessionsConsumer } from './sessions.consumer.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [ApiKeysModule, UsersModule],
  controllers: [KeysController, OwnSessionsController, SessionsController, SessionsConsumer],
  providers: [
    AccessTokens,
    BearerSession,
    OwnSessionsService,
    RevocationsService,
    SessionCookies,
    SessionsRepository,
    SessionsService,
    TwoFactorRepository,
    {
      provide: SigningKeys,
      inject: [AuthConfig],
      useFactory: async (config: AuthConfig) =>
        new SigningKeys(await readSigningKey(config.JWT_SIGNING_KEY)),
    },
  ],
  exports: [SessionCookies, SessionsService, TwoFactorRepository],
})
export class SessionsModule {}
