import { Body, Controller, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { RegisterRequest } from '@casement/proto/http/auth/sign-in.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import { toUserResponse } from '../users/users.mapper.js';
import { RegistrationService } from './registration.service.js';

@Controller()
@Public()
export class RegistrationController {
  constructor(
    private readonly service: RegistrationService,
    private readonly cookies: SessionCookies,
  ) {}

  @Route(authRoutes.register)
  async register(@Body() body: RegisterRequest, @Res({ passthrough: true }) response: Response) {
    const { user, session } = await this.service.register(body);
    this.cookies.set(response, session);
    const { accessToken } = session;
    return reply({ user: toUserResponse(user), accessToken }, 'Account created');
  }
}
