import { Controller, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { Public } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/platform/auth/actor.js';
import { TokenVerifier } from '@casement/common/platform/auth/token-verifier.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { RefreshResponse } from '@casement/proto/http/sign-in.js';
import { authRoutes } from '@casement/proto/http/auth.routes.js';
import { OwnOriginGuard } from './own-origin.guard.js';
import { SessionCookies } from './session-cookies.js';
import { sessionErrors } from './sessions.errors.js';
import { SessionsService } from './sessions.service.js';

/** Public because the access token may have expired: the cookie identifies the caller. */
@Controller()
@Public()
@UseGuards(OwnOriginGuard)
export class SessionsController {
  constructor(
    private readonly service: SessionsService,
    private readonly cookies: SessionCookies,
    private readonly tokens: TokenVerifier,
  ) {}

  @Route(authRoutes.refresh)
  async refresh(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const token = this.cookies.read(request);
    if (token === undefined) throw sessionErrors.refreshRefused();
    const issued = await this.service.refresh(token);
    this.cookies.set(response, issued);
    const data: RefreshResponse = { accessToken: issued.accessToken };
    return reply(data, 'Session refreshed');
  }

  @Route(authRoutes.logout)
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    // Clears the cookie first, in case ending the session fails.
    this.cookies.clear(response);
    const token = this.cookies.read(request);
    if (token !== undefined) await this.service.endByRefreshToken(token);
    const actor = await this.findActor(request);
    if (actor) await this.service.endByActor(actor);
    return reply(null, 'Signed out');
  }

  /** The user of the access token, if the call has one that is still valid. */
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
