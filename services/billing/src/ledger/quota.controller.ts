import { Body, Controller, Param } from '@nestjs/common';
import type { UpdateQuotaRequest, UpdateQuotaResponse } from '@casement/proto/http/billing.js';
import { billingRoutes } from '@casement/proto/http/billing.routes.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { QuotaService } from './quota.service.js';

@Controller()
@AdminOnly()
export class QuotaController {
  constructor(private readonly service: QuotaService) {}

  @Route(billingRoutes.updateQuota)
  @KeyScope('admin:quota', { insteadOfStepUp: true })
  async update(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: UpdateQuotaRequest,
  ) {
    const newQuota = await this.service.update(actor, id, body);
    return reply({ newQuota } satisfies UpdateQuotaResponse, 'Quota updated successfully');
  }
}
