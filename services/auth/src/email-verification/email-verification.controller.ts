import { Body, Controller } from '@nestjs/common';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type {
  AddEmailRequest,
  MigrationVerifyRequest,
  VerifyEmailRequest,
} from '@casement/proto/http/auth/email-addresses.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { toUserResponse } from '../users/users.mapper.js';
import { EmailVerificationService } from './email-verification.service.js';

@Controller()
@SignedIn()
export class EmailVerificationController {
  constructor(private readonly service: EmailVerificationService) {}

  @Route(authRoutes.addEmail)
  async addEmail(@CurrentActor() actor: Actor, @Body() body: AddEmailRequest) {
    const user = toUserResponse(await this.service.addEmail(actor, body));
    return reply({ user }, 'Email address added. Please check your inbox to verify it.');
  }

  @Route(authRoutes.resendVerification)
  async resend(@CurrentActor() actor: Actor) {
    await this.service.resend(actor);
    return reply(null, 'A new verification code was sent.');
  }

  @Route(authRoutes.verifyEmail)
  async verify(@CurrentActor() actor: Actor, @Body() { code }: VerifyEmailRequest) {
    const user = toUserResponse(await this.service.verify(actor, code));
    return reply({ user }, 'Email verified');
  }

  @Route(authRoutes.verifyMigrationLink)
  async verifyLink(@CurrentActor() actor: Actor, @Body() { token }: MigrationVerifyRequest) {
    const user = toUserResponse(await this.service.verifyLink(actor, token));
    return reply({ user }, 'Email verified');
  }
}
