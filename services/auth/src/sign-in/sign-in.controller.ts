import { Body, Controller, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { LoginRequest, LoginResponse } from '@casement/proto/http/auth/sign-in.js';
import type { TwoFactorVerifyRequest } from '@casement/proto/http/auth/two-factor.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { toUserResponse } from '../users/users.mapper.js';
import { SignInService } from './sign-in.service.js';
import { TwoFactorSignInService, type SignedIn } from './two-factor-sign-in.service.js';

@Controller()
@Public()
export class SignInController {
  constructor(
    private readonly service: SignInService,
    private readonly twoFactor: TwoFactorSignInService,
    private readonly cookies: SessionCookies,
    private readonly sessions: SessionsService,
  ) {}

  @Route(authRoutes.login)
  async login(@Body() body: LoginRequest, @Res({ passthrough: true }) response: Response) {
    const outcome = await this.service.signIn(body);
    if (!('challengeId' in outcome)) return this.signedIn(response, outcome);
    const { challengeId } = outcome;
    const data: LoginResponse = { twoFactorRequired: true, challengeId };
    return reply(data, 'Enter the code from your authenticator app.');
  }

  @Route(authRoutes.verifyTwoFactor)
  async verify(
    @Body() { challengeId, code }: TwoFactorVerifyRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.signedIn(response, await this.twoFactor.verify(challengeId, code));
  }

  private async signedIn(response: Response, { user, session }: SignedIn) {
    // The new cookie replaces the old one, whose session could no longer be ended by signing out.
    const replaced = this.cookies.read(response.req);
    if (replaced !== undefined) await this.sessions.endByRefreshToken(replaced);
    this.cookies.set(response, session);
    const data: LoginResponse = {
      twoFactorRequired: false,
      user: toUserResponse(user),
      accessToken: session.accessToken,
      requiresEmail: user.email === null,
    };
    return reply(data, 'Signed in');
  }
}
