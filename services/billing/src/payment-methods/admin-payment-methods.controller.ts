import { Body, Controller, Get, Param, Patch, Post } from '@nestjs/common';
import { z } from 'zod';
import {
  paymentMethod,
  paymentMethodCode,
  syncPaymentMethodsResponse,
  updatePaymentMethodRequest,
  type SyncPaymentMethodsResponse,
  type UpdatePaymentMethodRequest,
} from '@casement/proto/http/billing.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { toPaymentMethodResponse } from './payment-methods.mapper.js';
import { PaymentMethodsService } from './payment-methods.service.js';

@Controller('admin/payment-methods')
@AdminOnly()
export class AdminPaymentMethodsController {
  constructor(private readonly service: PaymentMethodsService) {}

  @Get()
  @Answers(z.array(paymentMethod))
  async list() {
    return reply((await this.service.list()).map(toPaymentMethodResponse), 'Payment methods');
  }

  @Post('sync')
  @Answers(syncPaymentMethodsResponse)
  async sync() {
    const { count: totalFromProvider, skipped } = await this.service.sync();
    return reply(
      { totalFromProvider, skipped } satisfies SyncPaymentMethodsResponse,
      `Synced ${totalFromProvider} payment methods from the provider`,
    );
  }

  @Patch(':code')
  @Answers(paymentMethod)
  async update(
    @Param('code', { schema: paymentMethodCode }) code: string,
    @Body({ schema: updatePaymentMethodRequest }) body: UpdatePaymentMethodRequest,
  ) {
    const method = await this.service.setEnabled(code, body.is_enabled);
    const state = body.is_enabled ? 'enabled' : 'disabled';
    return reply(toPaymentMethodResponse(method), `${method.name} has been ${state}`);
  }
}
