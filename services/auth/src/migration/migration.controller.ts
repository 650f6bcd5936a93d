import { Body, Controller, Post } from '@nestjs/common';
import { SignedIn } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import {
  addEmailRequest,
  addEmailResponse,
  migrationVerifyRequest,
  migrationVerifyResponse,
  type AddEmailRequest,
  type AddEmailResponse,
  type MigrationVerifyRequest,
  type MigrationVerifyResponse,
} from '@casement/proto/http/auth.js';
import { EmailVerificationService } from '../email-verification/email-verification.service.js';
import { toUserResponse } from '../users/users.mapper.js';
import { MigrationService } from './migration.service.js';

/** The mail's code goes to /auth/verify-email, its link here: two doors of the same record. */
@Controller('migration')
@SignedIn()
export class MigrationController {
  constructor(
    private readonly service: MigrationService,
    private readonly verification: EmailVerificationService,
  ) {}

  @Post('add-email')
  @Answers(addEmailResponse)
  async addEmail(
    @CurrentActor() actor: Actor,
    @Body({ schema: addEmailRequest }) body: AddEmailRequest,
  ) {
    const user = await this.service.addEmail(actor, body);
    const data: AddEmailResponse = { user: toUserResponse(user) };
    return reply(data, 'Email address added. Please check your inbox to verify it.');
  }

  @Post('verify-email')
  @Answers(migrationVerifyResponse)
  async verifyEmail(
    @CurrentActor() actor: Actor,
    @Body({ schema: migrationVerifyRequest }) body: MigrationVerifyRequest,
  ) {
    const user = await this.verification.verifyLink(actor, body.token);
    return reply(
      { user: toUserResponse(user) } satisfies MigrationVerifyResponse,
      'Email verified',
    );
  }
}
