import { Body, Controller } from '@nestjs/common';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/platform/auth/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type {
  AddEmailRequest,
  AddEmailResponse,
  MigrationVerifyRequest,
  MigrationVerifyResponse,
  VerifyEmailRequest,
  VerifyEmailResponse,
} from '@casement/proto/http/email-addresses.js';
import { authRoutes } from '@casement/proto/http/auth.routes.js';
import { toUserResponse } from '../users/users.mapper.js';
import { AddEmailService } from './add-email.service.js';
import { EmailVerificationService } from './email-verification.service.js';

/** A mail's code and its link prove the same address. The code belongs to the signed-in user. */
@Controller()
@SignedIn()
export class EmailVerificationController {
  constructor(
    private readonly verification: EmailVerificationService,
    private readonly addition: AddEmailService,
  ) {}

  @Route(authRoutes.verifyEmail)
  async verify(@CurrentActor() actor: Actor, @Body() body: VerifyEmailRequest) {
    const user = await this.verification.verify(actor, body.code);
    return reply({ user: toUserResponse(user) } satisfies VerifyEmailResponse, 'Email verified');
  }

  @Route(authRoutes.resendVerification)
  async resend(@CurrentActor() actor: Actor) {
    await this.verification.resend(actor);
    return reply(null, 'A new verification code was sent.');
  }

  @Route(authRoutes.addEmail)
  async addEmail(@CurrentActor() actor: Actor, @Body() body: AddEmailRequest) {
    const user = await this.addition.addEmail(actor, body);
    const data: AddEmailResponse = { user: toUserResponse(user) };
    return reply(data, 'Email address added. Please check your inbox to verify it.');
  }

  @Route(authRoutes.verifyMigrationLink)
  async verifyLink(@CurrentActor() actor: Actor, @Body() body: MigrationVerifyRequest) {
    const user = await this.verification.verifyLink(actor, body.token);
    const data: MigrationVerifyResponse = { user: toUserResponse(user) };
    return reply(data, 'Email verified');
  }
}
