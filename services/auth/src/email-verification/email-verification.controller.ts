import { Body, Controller, Post } from '@nestjs/common';
import { SignedIn } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import {
  verifyEmailRequest,
  verifyEmailResponse,
  type VerifyEmailRequest,
  type VerifyEmailResponse,
} from '@casement/proto/http/auth.js';
import { toUserResponse } from '../users/users.mapper.js';
import { EmailVerificationService } from './email-verification.service.js';

/** The code belongs to the signed-in user. */
@Controller('auth')
@SignedIn()
export class EmailVerificationController {
  constructor(private readonly service: EmailVerificationService) {}

  @Post('verify-email')
  @Answers(verifyEmailResponse)
  async verify(
    @CurrentActor() actor: Actor,
    @Body({ schema: verifyEmailRequest }) body: VerifyEmailRequest,
  ) {
    const user = await this.service.verify(actor, body.code);
    return reply({ user: toUserResponse(user) } satisfies VerifyEmailResponse, 'Email verified');
  }

  @Post('resend-verification')
  @Answers(null)
  async resend(@CurrentActor() actor: Actor) {
    await this.service.resend(actor);
    return reply(null, 'A new verification code was sent.');
  }
}
