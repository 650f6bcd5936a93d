import { Body, Controller, Param } from '@nestjs/common';
import { Public } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import {
  RESET_SENT,
  type ForgotPasswordRequest,
  type ResetPasswordRequest,
  type ResetTokenResponse,
} from '@casement/proto/http/passwords.js';
import { authRoutes } from '@casement/proto/http/auth.routes.js';
import { PasswordResetService } from './password-reset.service.js';

@Controller()
@Public()
export class PasswordResetController {
  constructor(private readonly service: PasswordResetService) {}

  @Route(authRoutes.forgotPassword)
  async forgot(@Body() body: ForgotPasswordRequest) {
    await this.service.request(body);
    return reply(null, RESET_SENT);
  }

  @Route(authRoutes.validateResetToken)
  async validate(@Param('token') token: string) {
    const { username, email } = await this.service.findOwner(token);
    return reply({ username, email } satisfies ResetTokenResponse, 'The link is valid.');
  }

  @Route(authRoutes.resetPassword)
  async reset(@Body() body: ResetPasswordRequest) {
    await this.service.reset(body);
    return reply(null, 'Your password was reset. You can sign in with it now.');
  }
}
