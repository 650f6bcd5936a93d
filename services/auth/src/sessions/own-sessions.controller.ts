import { Controller, Param } from '@nestjs/common';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { authRoutes } from '@casement/proto/http/auth.routes.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { toUserSession } from './sessions.mapper.js';

@Controller()
@SignedIn()
export class OwnSessionsController {
  constructor(private readonly service: OwnSessionsService) {}

  @Route(authRoutes.ownSessions)
  async list(@CurrentActor() actor: Actor) {
    const sessions = await this.service.list(actor);
    return reply(
      sessions.map((session) => toUserSession(session, actor)),
      'Sessions',
    );
  }

  @Route(authRoutes.endOtherSessions)
  async endOthers(@CurrentActor() actor: Actor) {
    await this.service.endOthers(actor);
    return reply(null, 'All other devices were signed out.');
  }

  @Route(authRoutes.endSession)
  async end(@CurrentActor() actor: Actor, @Param('id') id: string) {
    await this.service.end(actor, id);
    return reply(null, 'The device was signed out.');
  }
}
