import { Body, Controller, Param } from '@nestjs/common';
import type {
  ConfirmRefundRequest,
  RefundRequestBody,
  StartedRefund,
} from '@casement/proto/http/billing/refunds.js';
import { refundRoutes } from '@casement/proto/http/billing/refunds.routes.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { AdminOnly } from '@casement/common/platform/auth/access.decorators.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { RefundsService } from './refunds.service.js';

@Controller()
@AdminOnly()
export class RefundsController {
  constructor(private readonly service: RefundsService) {}

  @Route(refundRoutes.startRefund)
  async start(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: RefundRequestBody,
  ) {
    const state = await this.service.start(actor, id, body);
    return reply({ state } satisfies StartedRefund, 'Refund started');
  }

  @Route(refundRoutes.confirmRefund)
  async confirm(@Param('id') id: string, @Body() { reference }: ConfirmRefundRequest) {
    await this.service.confirm(id, reference);
    return reply(null, 'Refund confirmed');
  }

  @Route(refundRoutes.cancelRefund)
  async cancel(@Param('id') id: string) {
    await this.service.cancel(id);
    return reply(null, 'Refund cancelled');
  }
}
