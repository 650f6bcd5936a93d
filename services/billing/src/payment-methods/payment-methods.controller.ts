import { Body, Controller, Param } from '@nestjs/common';
import type {
  SyncPaymentMethodsResponse,
  UpdatePaymentMethodRequest,
} from '@casement/proto/http/billing/payment-methods.js';
import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import { AdminOnly, KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { PaymentMethodsService } from './payment-methods.service.js';

@Controller()
export class PaymentMethodsController {
  constructor(private readonly service: PaymentMethodsService) {}

  @Route(billingRoutes.enabledPaymentMethods)
  @KeyScope('topups:read')
  @SignedIn()
  async listEnabled() {
    return reply(await this.service.listUsable(), 'Payment methods');
  }

  @Route(billingRoutes.adminPaymentMethods)
  @KeyScope('admin:read')
  @AdminOnly()
  async listAll() {
    return reply(await this.service.list(), 'Payment methods');
  }

  @Route(billingRoutes.syncPaymentMethods)
  @AdminOnly()
  async sync() {
    const { count: totalFromProvider, ...rest } = await this.service.sync();
    return reply(
      { totalFromProvider, ...rest } satisfies SyncPaymentMethodsResponse,
      `Synced ${totalFromProvider} payment methods from the provider`,
    );
  }

  @Route(billingRoutes.updatePaymentMethod)
  @AdminOnly()
  async update(@Param('code') code: string, @Body() body: UpdatePaymentMethodRequest) {
    const method = await this.service.update(code, body);
    const state = { true: 'enabled', false: 'disabled', undefined: 'updated' }[
      `${body.is_enabled}`
    ];
    return reply(method, `${method.name} has been ${state}`);
  }
}
