import { Body, Controller } from '@nestjs/common';
import type { PrepareBpayRequest, VerifyBpayRequest } from '@casement/proto/http/billing.js';
import { billingRoutes } from '@casement/proto/http/billing.routes.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { toBpayOrder } from './bpay.mapper.js';
import { BpayOrdersService } from './bpay-orders.service.js';
import { BpayVerificationService } from './bpay-verification.service.js';

@Controller()
@SignedIn()
export class BpayController {
  constructor(
    private readonly orders: BpayOrdersService,
    private readonly verification: BpayVerificationService,
  ) {}

  @Route(billingRoutes.prepareBpay)
  @KeyScope('topups:write')
  async prepare(@CurrentActor() actor: Actor, @Body() body: PrepareBpayRequest) {
    return reply(toBpayOrder(await this.orders.prepare(actor, body)), 'Binance Pay order prepared');
  }

  @Route(billingRoutes.verifyBpay)
  @KeyScope('topups:write')
  async verify(@CurrentActor() actor: Actor, @Body() body: VerifyBpayRequest) {
    return reply(await this.verification.verify(actor, body), 'Payment verified');
  }
}
