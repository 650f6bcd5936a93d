import { Controller, Param, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { Public, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { JwtAuthGuard } from '@casement/common/platform/auth/jwt-auth.guard.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { OwnOriginGuard } from './own-origin.guard.js';
import { SessionCookies } from './session-cookies.js';
import { sessionErrors } from './sessions.errors.js';
import { toUserSession } from './sessions.mapper.js';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(
    private readonly service: SessionsService,
    private readonly cookies: SessionCookies,
    private readonly tokens: JwtAuthGuard,
  ) {}

  /** Public because the access token may have expired: the cookie identifies the caller. */
  @Route(authRoutes.refresh)
  @Public()
  @UseGuards(OwnOriginGuard)
  async refresh(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const token = this.cookies.read(request);
    if (token === undefined) throw sessionErrors.refreshRefused();
    const issued = await this.service.refresh(token);
    this.cookies.set(response, issued);
    return reply({ accessToken: issued.accessToken }, 'Session refreshed');
  }

  @Route(authRoutes.logout)
  @Public()
  @UseGuards(OwnOriginGuard)
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    // Cleared before the session ends, so that it is also cleared if ending the session fails.
    this.cookies.clear(response);
    const token = this.cookies.read(request);
    if (token !== undefined) await this.service.endByRefreshToken(token);
    const actor = await this.findActor(request);
    if (actor) await this.service.endByActor(actor);
    return reply(null, 'Signed out');
  }

  @Route(authRoutes.ownSessions)
  @SignedIn()
  async list(@CurrentActor() actor: Actor) {
    const sessions = await this.service.list(actor);
    return reply(
      sessions.map((session) => toUserSession(session, actor)),
      'Sessions',
    );
  }

  @Route(authRoutes.endOtherSessions)
  @SignedIn()
  async endOthers(@CurrentActor() actor: Actor) {
    await this.service.endOtherSessions(actor);
    return reply(null, 'All other devices were signed out.');
  }

  @Route(authRoutes.endSession)
  @SignedIn()
  async end(@CurrentActor() actor: Actor, @Param('id') id: string) {
    await this.service.endOwn(actor, id);
    return reply(null, 'The device was signed out.');
  }

  /** Returns the user of the access token if the call has a valid one. */
  private async findActor(request: Request): Promise<Actor | undefined> {
    if (!request.headers.authorization) return undefined;
    try {
      return await this.tokens.verify(request);
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  }
}
