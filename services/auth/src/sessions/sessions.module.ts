import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccessTokens } from './access-tokens.js';
import { OwnSessionsController } from './own-sessions.controller.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { RevocationsService } from './revocations.service.js';
import { SessionCookies } from './session-cookies.js';
import { SessionsConsumer } from './sessions.consumer.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [ApiKeysModule, KeysModule, TwoFactorModule, UsersModule],
  controllers: [OwnSessionsController, SessionsController, SessionsConsumer],
  providers: [
    AccessTokens,
    OwnSessionsService,
    RevocationsService,
    SessionCookies,
    SessionsRepository,
    SessionsService,
  ],
  exports: [SessionCookies, SessionsService],
})
export class SessionsModule {}
