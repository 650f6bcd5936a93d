import { Body, Controller } from '@nestjs/common';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type {
  AddEmailRequest,
  AddEmailResponse,
  MigrationVerifyRequest,
  MigrationVerifyResponse,
} from '@casement/proto/http/email-addresses.js';
import { authRoutes } from '@casement/proto/http/auth.routes.js';
import { EmailVerificationService } from '../email-verification/email-verification.service.js';
import { toUserResponse } from '../users/users.mapper.js';
import { AddEmailService } from './add-email.service.js';

/** The mail's code goes to /auth/verify-email, its link here: two ways to the same record. */
@Controller()
@SignedIn()
export class AddEmailController {
  constructor(
    private readonly service: AddEmailService,
    private readonly verification: EmailVerificationService,
  ) {}

  @Route(authRoutes.addEmail)
  async addEmail(@CurrentActor() actor: Actor, @Body() body: AddEmailRequest) {
    const user = await this.service.addEmail(actor, body);
    const data: AddEmailResponse = { user: toUserResponse(user) };
    return reply(data, 'Email address added. Please check your inbox to verify it.');
  }

  @Route(authRoutes.verifyMigrationLink)
  async verifyEmail(@CurrentActor() actor: Actor, @Body() body: MigrationVerifyRequest) {
    const user = await this.verification.verifyLink(actor, body.token);
    return reply(
      { user: toUserResponse(user) } satisfies MigrationVerifyResponse,
      'Email verified',
    );
  }
}
