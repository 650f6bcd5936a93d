import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { paymentMethod } from '@casement/proto/http/billing.js';
import { SignedIn } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { toPaymentMethodResponse } from './payment-methods.mapper.js';
import { PaymentMethodsService } from './payment-methods.service.js';

@Controller('user/payment-methods')
@SignedIn()
export class PaymentMethodsController {
  constructor(private readonly service: PaymentMethodsService) {}

  @Get('enabled')
  @Answers(z.array(paymentMethod))
  async listEnabled() {
    const methods = await this.service.listUsable();
    return reply(methods.map(toPaymentMethodResponse), 'Payment methods');
  }
}
