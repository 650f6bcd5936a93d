import { Module } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module.js';
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
  imports: [KeysModule, UsersModule],
  controllers: [OwnSessionsController, SessionsController, SessionsConsumer],
  providers: [
    AccessTokens,
    BearerSession,
    OwnSessionsService,
    RevocationsService,
    SessionCookies,
    SessionsRepository,
    SessionsService,
  ],
  exports: [SessionsService, SessionCookies],
})
export class SessionsModule {}
