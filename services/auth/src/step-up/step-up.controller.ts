import { Body, Controller } from '@nestjs/common';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { accountSecurityRoutes } from '@casement/proto/http/auth/account-security.routes.js';
import type { StepUpRequest } from '@casement/proto/http/auth/two-factor.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { StepUpService } from './step-up.service.js';

@Controller()
@SignedIn()
export class StepUpController {
  constructor(private readonly service: StepUpService) {}

  @Route(authRoutes.stepUp)
  async confirm(@CurrentActor() actor: Actor, @Body() body: StepUpRequest) {
    return reply({ accessToken: await this.service.confirm(actor, body) }, 'Confirmed');
  }

  @Route(accountSecurityRoutes.stepUpPasskeyOptions)
  async passkeyOptions(@CurrentActor() actor: Actor) {
    return reply({ options: await this.service.passkeyOptions(actor) }, 'Use your passkey.');
  }
}
