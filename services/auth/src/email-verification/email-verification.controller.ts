import { Body, Controller } from '@nestjs/common';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type {
  VerifyEmailRequest,
  VerifyEmailResponse,
} from '@casement/proto/http/email-addresses.js';
import { authRoutes } from '@casement/proto/http/auth.routes.js';
import { toUserResponse } from '../users/users.mapper.js';
import { EmailVerificationService } from './email-verification.service.js';

/** The code belongs to the signed-in user. */
@Controller()
@SignedIn()
export class EmailVerificationController {
  constructor(private readonly service: EmailVerificationService) {}

  @Route(authRoutes.verifyEmail)
  async verify(@CurrentActor() actor: Actor, @Body() body: VerifyEmailRequest) {
    const user = await this.service.verify(actor, body.code);
    return reply({ user: toUserResponse(user) } satisfies VerifyEmailResponse, 'Email verified');
  }

  @Route(authRoutes.resendVerification)
  async resend(@CurrentActor() actor: Actor) {
    await this.service.resend(actor);
    return reply(null, 'A new verification code was sent.');
  }
}
