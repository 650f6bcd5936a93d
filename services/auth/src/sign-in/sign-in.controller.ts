import { Body, Controller, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { LoginRequest, LoginResponse } from '@casement/proto/http/sign-in.js';
import { authRoutes } from '@casement/proto/http/auth.routes.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import { toSignedIn } from '../sessions/sign-in.mapper.js';
import { SignInService } from './sign-in.service.js';

@Controller()
@Public()
export class SignInController {
  constructor(
    private readonly service: SignInService,
    private readonly cookies: SessionCookies,
  ) {}

  @Route(authRoutes.login)
  async login(@Body() body: LoginRequest, @Res({ passthrough: true }) response: Response) {
    const outcome = await this.service.signIn(body);
    if ('challengeId' in outcome) {
      const { challengeId } = outcome;
      const data: LoginResponse = { twoFactorRequired: true, challengeId };
      return reply(data, 'Enter the code from your authenticator app.');
    }
    const { user, session } = outcome;
    this.cookies.set(response, session);
    return reply(toSignedIn(user, session), 'Signed in');
  }
}
