import { Controller, Delete, Get, Param } from '@nestjs/common';
import { z } from 'zod';
import { SignedIn } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { userSession, type UserSession } from '@casement/proto/http/auth.js';
import { OwnSessionsService } from './own-sessions.service.js';
import type { Session } from './session.entity.js';

@Controller('user/sessions')
@SignedIn()
export class OwnSessionsController {
  constructor(private readonly service: OwnSessionsService) {}

  @Get()
  @Answers(z.array(userSession))
  async list(@CurrentActor() actor: Actor) {
    const sessions = await this.service.list(actor);
    return reply(
      sessions.map((session) => toUserSession(session, actor)),
      'Sessions',
    );
  }

  @Delete()
  @Answers(null)
  async endOthers(@CurrentActor() actor: Actor) {
    await this.service.endOthers(actor);
    return reply(null, 'All other devices were signed out.');
  }

  @Delete(':id')
  @Answers(null)
  async end(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: z.uuid('Unknown session').toLowerCase() }) id: string,
  ) {
    await this.service.end(actor, id);
    return reply(null, 'The device was signed out.');
  }
}

const toUserSession = (session: Session, actor: Actor): UserSession => ({
  id: session.id,
  device: session.device,
  address: session.address,
  created_at: session.createdAt.toISOString(),
  last_seen_at: session.rotatedAt.toISOString(),
  current: session.id === actor.sessionId,
});
