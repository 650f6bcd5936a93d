import { Body, Controller, Param } from '@nestjs/common';
import type {
  SyncPaymentMethodsResponse,
  UpdatePaymentMethodRequest,
} from '@casement/proto/http/billing.js';
import { billingRoutes } from '@casement/proto/http/billing.routes.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { toPaymentMethodResponse } from './payment-methods.mapper.js';
import { PaymentMethodsService } from './payment-methods.service.js';

@Controller()
@AdminOnly()
export class AdminPaymentMethodsController {
  constructor(private readonly service: PaymentMethodsService) {}

  @Route(billingRoutes.adminPaymentMethods)
  @KeyScope('admin:read')
  async list() {
    return reply((await this.service.list()).map(toPaymentMethodResponse), 'Payment methods');
  }

  @Route(billingRoutes.syncPaymentMethods)
  async sync() {
    const { count: totalFromProvider, skipped } = await this.service.sync();
    return reply(
      { totalFromProvider, skipped } satisfies SyncPaymentMethodsResponse,
      `Synced ${totalFromProvider} payment methods from the provider`,
    );
  }

  @Route(billingRoutes.updatePaymentMethod)
  async update(@Param('code') code: string, @Body() body: UpdatePaymentMethodRequest) {
    const method = await this.service.setEnabled(code, body.is_enabled);
    const state = body.is_enabled ? 'enabled' : 'disabled';
    return reply(toPaymentMethodResponse(method), `${method.name} has been ${state}`);
  }
}
