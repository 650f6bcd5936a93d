import { Body, Controller } from '@nestjs/common';
import type {
  BpayOrder,
  PrepareBpayRequest,
  VerifyBpayRequest,
} from '@casement/proto/http/billing/bpay.js';
import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { BpayOrdersService, type PreparedOrder } from '../topups/bpay-orders.service.js';
import { formatMicro, microAsNumber } from '../usdt.js';
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
  async prepare(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Body() body: PrepareBpayRequest,
  ) {
    return reply(
      toBpayOrder(await this.orders.prepare(unit, actor, body)),
      'Binance Pay order prepared',
    );
  }

  @Route(billingRoutes.verifyBpay)
  @KeyScope('topups:write')
  async verify(@CurrentActor() actor: Actor, @Body() body: VerifyBpayRequest) {
    return reply(await this.verification.verify(actor, body), 'Payment verified');
  }
}

const toBpayOrder = ({ topup, usdCents, receiverId, isAutomatic }: PreparedOrder): BpayOrder => ({
  encoded_amount_usdt: microAsNumber(topup.bpayMicro),
  usd_estimated_amount: usdCents / 100,
  instructions: [
    `In Binance, open Pay, choose Send and enter the Binance ID ${receiverId}.`,
    `Send exactly ${formatMicro(topup.bpayMicro)} USDT; we match it by its decimals.`,
    ...(isAutomatic
      ? ['We add your quota automatically, usually within a minute. Otherwise verify it below:']
      : []),
    'Copy the Order ID from the payment details in Binance, paste it below and select Verify.',
    'Pay before the order expires; late payments are reviewed manually.',
  ],
  receiver_id: receiverId,
  automatic: isAutomatic,
  merchant_ref: topup.merchantRef,
  expired_time: Math.floor(topup.expiresAt.getTime() / 1000),
  quantity: topup.quantity,
  final_amount: topup.finalAmount,
});
