import { Controller, Headers, Req } from '@nestjs/common';
import type { RawBodyRequest } from '@nestjs/common';
import type { Request } from 'express';
import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import { SkipIpBlock, Public } from '@casement/common/platform/auth/access.decorators.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { CallbacksService } from './callbacks.service.js';

@Controller()
export class CallbacksController {
  constructor(private readonly service: CallbacksService) {}

  /** Tripay expects exactly the response `{"success":true}` and resends the callback after any other response. */
  @Route(billingRoutes.tripayCallback)
  @Public()
  @SkipIpBlock()
  async receive(
    @Req() request: RawBodyRequest<Request>,
    @Headers('x-callback-signature') signature?: string,
    @Headers('x-callback-event') event?: string,
  ): Promise<{ success: true }> {
    await this.service.receive({ body: request.rawBody, signature, event });
    return { success: true };
  }
}
