import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccessTokens } from './access-tokens.js';
import { RevocationsService } from './revocations.service.js';
import { SessionCookies } from './session-cookies.js';
import { SessionsConsumer } from './sessions.consumer.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [ApiKeysModule, KeysModule, TwoFactorModule, UsersModule],
  controllers: [SessionsController, SessionsConsumer],
  providers: [
    AccessTokens,
    RevocationsService,
    SessionCookies,
    SessionsRepository,
    SessionsService,
  ],
  exports: [SessionCookies, SessionsService],
})
export class SessionsModule {}
