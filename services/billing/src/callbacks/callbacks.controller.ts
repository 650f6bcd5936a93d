import { Controller, Req } from '@nestjs/common';
import type { RawBodyRequest } from '@nestjs/common';
import type { Request } from 'express';
import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import { SkipIpBlock, Public } from '@casement/common/platform/auth/access.decorators.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { ProviderName } from '../payment-providers/payment-provider.js';
import { CallbacksService } from './callbacks.service.js';

@Controller()
export class CallbacksController {
  constructor(private readonly service: CallbacksService) {}

  /** Tripay expects exactly the response `{"success":true}` and resends the callback after any other response. */
  @Route(billingRoutes.tripayCallback)
  @Public()
  @SkipIpBlock()
  receive(@Req() request: RawBodyRequest<Request>): Promise<{ success: true }> {
    return this.accept('tripay', request);
  }

  @Route(billingRoutes.midtransCallback)
  @Public()
  @SkipIpBlock()
  receiveFromMidtrans(@Req() request: RawBodyRequest<Request>): Promise<{ success: true }> {
    return this.accept('midtrans', request);
  }

  @Route(billingRoutes.stripeCallback)
  @Public()
  @SkipIpBlock()
  receiveFromStripe(@Req() request: RawBodyRequest<Request>): Promise<{ success: true }> {
    return this.accept('stripe', request);
  }

  private async accept(
    provider: ProviderName,
    request: RawBodyRequest<Request>,
  ): Promise<{ success: true }> {
    await this.service.receive(provider, {
      body: request.rawBody ?? Buffer.alloc(0),
      header: (name) => request.get(name),
    });
    return { success: true };
  }
}
