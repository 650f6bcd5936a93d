import { Body, Controller, Param } from '@nestjs/common';
import type { VpsCheckRequest } from '@casement/proto/http/install/vps-checks.js';
import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { toVpsCheck } from './vps-check.mapper.js';
import { VpsChecksService } from './vps-checks.service.js';

@Controller()
@SignedIn()
export class VpsChecksController {
  constructor(private readonly service: VpsChecksService) {}

  @Route(installRoutes.requestVpsCheck)
  @KeyScope('installs:write')
  async request(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Body() body: VpsCheckRequest,
  ) {
    const check = await this.service.request(unit, actor, body);
    return reply(toVpsCheck(check), check.finishedAt ? 'VPS check' : 'Check started');
  }

  /** Polled until the check has ended. */
  @Route(installRoutes.vpsCheck)
  @KeyScope('installs:read')
  async get(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return reply(toVpsCheck(await this.service.get(actor, id)), 'VPS check');
  }
}
