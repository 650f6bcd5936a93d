import { Controller, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { AdminOnly, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import { DeletedUsersService } from './deleted-users.service.js';

@Controller()
export class DeletedUsersController {
  constructor(
    private readonly service: DeletedUsersService,
    private readonly cookies: SessionCookies,
  ) {}

  @Route(authRoutes.deleteOwnAccount)
  @SignedIn()
  async deleteOwn(@CurrentActor() actor: Actor, @Res({ passthrough: true }) response: Response) {
    await this.service.deleteOwn(actor);
    this.cookies.clear(response);
    return reply(null, 'Account deleted successfully');
  }

  @Route(authRoutes.deleteUser)
  @AdminOnly()
  async deleteUser(@CurrentActor() actor: Actor, @Param('id') id: string) {
    await this.service.deleteUser(actor, id);
    return reply(null, 'User deleted successfully');
  }
}
