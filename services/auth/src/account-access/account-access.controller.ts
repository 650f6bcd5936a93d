import { Controller } from '@nestjs/common';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { AccountAccessService } from './account-access.service.js';

@Controller()
@SignedIn()
export class AccountAccessController {
  constructor(private readonly service: AccountAccessService) {}

  @Route(authRoutes.revokeOtherAccess)
  async revoke(@CurrentActor() actor: Actor) {
    await this.service.revokeOthers(actor);
    return reply(null, 'Everything else was revoked.');
  }
}
