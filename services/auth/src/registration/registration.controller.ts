import { Body, Controller, Header, HttpStatus, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import {
  registerRequest,
  registerResponse,
  type RegisterRequest,
  type RegisterResponse,
} from '@casement/proto/http/auth.js';
import { NoForeignPageGuard } from '../sessions/no-foreign-page.guard.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import { toUserResponse } from '../users/users.mapper.js';
import { RegistrationService } from './registration.service.js';

@Controller('auth')
@Public()
@UseGuards(NoForeignPageGuard)
export class RegistrationController {
  constructor(
    private readonly service: RegistrationService,
    private readonly cookies: SessionCookies,
  ) {}

  @Post('register')
  @Answers(registerResponse, { status: 201 })
  @Header('Cache-Control', 'no-store')
  async register(
    @Body({ schema: registerRequest }) body: RegisterRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { user, session } = await this.service.register(body);
    this.cookies.set(response, session);
    const data: RegisterResponse = {
      user: toUserResponse(user),
      accessToken: session.accessToken,
    };
    return reply(data, 'Account created', { status: HttpStatus.CREATED });
  }
}
