import { Body, Controller, Post } from '@nestjs/common';
import {
  bpayOrder,
  prepareBpayRequest,
  verifyBpayRequest,
  verifyBpayResponse,
  type PrepareBpayRequest,
  type VerifyBpayRequest,
} from '@casement/proto/http/billing.js';
import { SignedIn } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { toBpayOrder } from './bpay.mapper.js';
import { BpayOrdersService } from './bpay-orders.service.js';
import { BpayVerificationService } from './bpay-verification.service.js';

@Controller('user/topup/bpay')
@SignedIn()
export class BpayController {
  constructor(
    private readonly orders: BpayOrdersService,
    private readonly verification: BpayVerificationService,
  ) {}

  @Post('prepare')
  @Answers(bpayOrder)
  async prepare(
    @CurrentActor() actor: Actor,
    @Body({ schema: prepareBpayRequest }) body: PrepareBpayRequest,
  ) {
    return reply(toBpayOrder(await this.orders.prepare(actor, body)), 'Binance Pay order prepared');
  }

  @Post('verify')
  @Answers(verifyBpayResponse)
  async verify(
    @CurrentActor() actor: Actor,
    @Body({ schema: verifyBpayRequest }) body: VerifyBpayRequest,
  ) {
    return reply(await this.verification.verify(actor, body), 'Payment verified');
  }
}
