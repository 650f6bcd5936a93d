import { Body, Controller, Get, Header, Param, Post } from '@nestjs/common';
import { Public } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import {
  forgotPasswordRequest,
  RESET_SENT,
  resetPasswordRequest,
  resetTokenResponse,
  type ForgotPasswordRequest,
  type ResetPasswordRequest,
  type ResetTokenResponse,
} from '@casement/proto/http/auth.js';
import { PasswordResetService } from './password-reset.service.js';

@Controller('auth')
@Public()
export class PasswordResetController {
  constructor(private readonly service: PasswordResetService) {}

  @Post('forgot-password')
  @Answers(null)
  @Header('Cache-Control', 'no-store')
  async forgot(@Body({ schema: forgotPasswordRequest }) body: ForgotPasswordRequest) {
    await this.service.request(body);
    return reply(null, RESET_SENT);
  }

  @Get('validate-reset-token/:token')
  @Answers(resetTokenResponse)
  @Header('Cache-Control', 'no-store')
  async validate(@Param('token') token: string) {
    const { username, email } = await this.service.findOwner(token);
    return reply({ username, email } satisfies ResetTokenResponse, 'The link is good.');
  }

  @Post('reset-password')
  @Answers(null)
  @Header('Cache-Control', 'no-store')
  async reset(@Body({ schema: resetPasswordRequest }) body: ResetPasswordRequest) {
    await this.service.reset(body);
    return reply(null, 'Your password was reset. You can sign in with it now.');
  }
}
