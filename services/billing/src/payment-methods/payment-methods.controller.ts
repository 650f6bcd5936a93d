import { Controller } from '@nestjs/common';
import { billingRoutes } from '@casement/proto/http/billing.routes.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { toPaymentMethodResponse } from './payment-methods.mapper.js';
import { PaymentMethodsService } from './payment-methods.service.js';

@Controller()
@SignedIn()
export class PaymentMethodsController {
  constructor(private readonly service: PaymentMethodsService) {}

  @Route(billingRoutes.enabledPaymentMethods)
  @KeyScope('topups:read')
  async listEnabled() {
    const methods = await this.service.listUsable();
    return reply(methods.map(toPaymentMethodResponse), 'Payment methods');
  }
}
