import { Body, Controller, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type {
  UpdatePasswordRequest,
  UpdatePasswordResponse,
} from '@casement/proto/http/passwords.js';
import { authRoutes } from '@casement/proto/http/auth.routes.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import { PasswordChangeService } from './password-change.service.js';

@Controller()
@SignedIn()
export class PasswordChangeController {
  constructor(
    private readonly service: PasswordChangeService,
    private readonly cookies: SessionCookies,
  ) {}

  @Route(authRoutes.updatePassword)
  async update(
    @CurrentActor() actor: Actor,
    @Body() body: UpdatePasswordRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const session = await this.service.update(actor, body.currentPassword, body.newPassword);
    this.cookies.set(response, session);
    const data: UpdatePasswordResponse = { accessToken: session.accessToken };
    return reply(data, 'Password updated. Your other devices were signed out.');
  }
}
