import { Body, Controller, Header, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SignedIn } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import {
  updatePasswordRequest,
  updatePasswordResponse,
  type UpdatePasswordRequest,
  type UpdatePasswordResponse,
} from '@casement/proto/http/auth.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import { PasswordChangeService } from './password-change.service.js';

@Controller('user')
@SignedIn()
export class PasswordChangeController {
  constructor(
    private readonly service: PasswordChangeService,
    private readonly cookies: SessionCookies,
  ) {}

  @Post('update-password')
  @Answers(updatePasswordResponse)
  @Header('Cache-Control', 'no-store')
  async update(
    @CurrentActor() actor: Actor,
    @Body({ schema: updatePasswordRequest }) body: UpdatePasswordRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const session = await this.service.update(actor, body.currentPassword, body.newPassword);
    this.cookies.set(response, session);
    const data: UpdatePasswordResponse = { accessToken: session.accessToken };
    return reply(data, 'Password updated. Your other devices were signed out.');
  }
}
