import { Body, Controller, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { accountSecurityRoutes } from '@casement/proto/http/auth/account-security.routes.js';
import type { AccountLinkRequest } from '@casement/proto/http/auth/email-addresses.js';
import {
  RESET_SENT,
  type ForgotPasswordRequest,
  type ResetPasswordRequest,
  type UpdatePasswordRequest,
} from '@casement/proto/http/auth/passwords.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordResetService } from './password-reset.service.js';

@Controller()
export class PasswordsController {
  constructor(
    private readonly changes: PasswordChangeService,
    private readonly resets: PasswordResetService,
    private readonly cookies: SessionCookies,
  ) {}

  @Route(authRoutes.updatePassword)
  @SignedIn()
  async update(
    @CurrentActor() actor: Actor,
    @Body() body: UpdatePasswordRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const session = await this.changes.update(actor, body.currentPassword, body.newPassword);
    this.cookies.set(response, session);
    const { accessToken } = session;
    return reply({ accessToken }, 'Password updated. Your other devices were signed out.');
  }

  @Route(authRoutes.forgotPassword)
  @Public()
  async forgot(@Body() body: ForgotPasswordRequest) {
    await this.resets.request(body);
    return reply(null, RESET_SENT);
  }

  @Route(authRoutes.validateResetToken)
  @Public()
  async validate(@Param('token') token: string) {
    const { username, email, twoFactor, passkey } = await this.resets.findOwner(token);
    const factors = { ...(twoFactor && { twoFactor }), ...(passkey && { passkey }) };
    return reply({ username, email, ...factors }, 'The link is valid.');
  }

  @Route(accountSecurityRoutes.resetPasskeyOptions)
  @Public()
  async passkeyOptions(@Body() { token }: AccountLinkRequest) {
    return reply({ options: await this.resets.passkeyOptions(token) }, 'Use your passkey.');
  }

  @Route(authRoutes.resetPassword)
  @Public()
  async reset(@Body() body: ResetPasswordRequest) {
    await this.resets.reset(body);
    return reply(null, 'Your password was reset. You can sign in with it now.');
  }
}
