import { Body, Controller, Param } from '@nestjs/common';
import { AdminOnly, Public, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { accountSecurityRoutes } from '@casement/proto/http/auth/account-security.routes.js';
import type { AccountLinkRequest } from '@casement/proto/http/auth/email-addresses.js';
import { AccountRecoveryService } from './account-recovery.service.js';

@Controller()
export class AccountRecoveryController {
  constructor(private readonly service: AccountRecoveryService) {}

  @Route(accountSecurityRoutes.recoveryOfUser)
  @AdminOnly()
  async status(@Param('id') id: string) {
    const { available, effectiveAt } = await this.service.statusOf(id);
    return reply({ available, effective_at: effectiveAt?.toISOString() ?? null }, 'Recovery');
  }

  @Route(accountSecurityRoutes.startRecovery)
  @AdminOnly()
  async start(@CurrentActor() actor: Actor, @Param('id') id: string) {
    const effectiveAt = await this.service.start(actor, id);
    const data = { available: true, effective_at: effectiveAt.toISOString() };
    return reply(data, 'Recovery started. The owner was notified.');
  }

  @Route(accountSecurityRoutes.cancelRecoveryOfUser)
  @AdminOnly()
  async cancelOfUser(@Param('id') id: string) {
    await this.service.cancel(id);
    return reply(null, 'Recovery cancelled. The owner was notified.');
  }

  @Route(accountSecurityRoutes.cancelOwnRecovery)
  @SignedIn()
  async cancelOwn(@CurrentActor() { userId }: Actor) {
    await this.service.cancel(userId);
    return reply(null, 'Recovery cancelled');
  }

  @Route(accountSecurityRoutes.cancelRecoveryByLink)
  @Public()
  async cancelByLink(@Body() { token }: AccountLinkRequest) {
    await this.service.cancelByLink(token);
    return reply(null, 'Recovery cancelled');
  }
}
