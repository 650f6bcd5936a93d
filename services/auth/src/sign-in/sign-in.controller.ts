import { Body, Controller, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { accountSecurityRoutes } from '@casement/proto/http/auth/account-security.routes.js';
import type { PasskeySignInRequest } from '@casement/proto/http/auth/passkeys.js';
import type { LoginRequest, LoginResponse } from '@casement/proto/http/auth/sign-in.js';
import type { TwoFactorVerifyRequest } from '@casement/proto/http/auth/two-factor.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { toUserResponse } from '../users/users.mapper.js';
import { PasskeySignInService } from './passkey-sign-in.service.js';
import { SignInService } from './sign-in.service.js';
import { TwoFactorSignInService, type SignedIn } from './two-factor-sign-in.service.js';

@Controller()
@Public()
export class SignInController {
  constructor(
    private readonly service: SignInService,
    private readonly twoFactor: TwoFactorSignInService,
    private readonly passkeys: PasskeySignInService,
    private readonly cookies: SessionCookies,
    private readonly sessions: SessionsService,
  ) {}

  @Route(authRoutes.login)
  async login(@Body() body: LoginRequest, @Res({ passthrough: true }) response: Response) {
    const outcome = await this.service.signIn(body);
    if (!('challengeId' in outcome)) return this.signedIn(response, outcome);
    const data: LoginResponse = { twoFactorRequired: true, ...outcome };
    return reply(data, 'Enter the code from your authenticator app.');
  }

  @Route(authRoutes.verifyTwoFactor)
  async verify(
    @Body() { challengeId, ...proof }: TwoFactorVerifyRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.signedIn(response, await this.twoFactor.verify(challengeId, proof));
  }

  @Route(accountSecurityRoutes.signInPasskeyOptions)
  async passkeyOptions() {
    return reply({ options: await this.passkeys.options() }, 'Use your passkey.');
  }

  @Route(accountSecurityRoutes.signInByPasskey)
  async byPasskey(
    @Body() { credential }: PasskeySignInRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.signedIn(response, await this.passkeys.signIn(credential));
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
