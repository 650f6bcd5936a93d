import { Body, Controller, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { TwoFactorVerifyRequest } from '@casement/proto/http/two-factor.js';
import { authRoutes } from '@casement/proto/http/auth.routes.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import { toSignedIn } from '../sessions/sign-in.mapper.js';
import { TwoFactorSignInService } from './two-factor-sign-in.service.js';

@Controller()
@Public()
export class TwoFactorSignInController {
  constructor(
    private readonly service: TwoFactorSignInService,
    private readonly cookies: SessionCookies,
  ) {}

  @Route(authRoutes.verifyTwoFactor)
  async verify(
    @Body() { challengeId, code }: TwoFactorVerifyRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { user, session } = await this.service.verify(challengeId, code);
    this.cookies.set(response, session);
    return reply(toSignedIn(user, session), 'Signed in');
  }
}
