import { Body, Controller } from '@nestjs/common';
import type { RedeemVoucherRequest } from '@casement/proto/http/billing/vouchers.js';
import { voucherRoutes } from '@casement/proto/http/billing/vouchers.routes.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { VouchersService } from './vouchers.service.js';

@Controller()
@SignedIn()
export class VouchersController {
  constructor(private readonly service: VouchersService) {}

  @Route(voucherRoutes.redeemVoucher)
  @KeyScope('topups:write')
  async redeem(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Body() { code }: RedeemVoucherRequest,
  ) {
    return reply(await this.service.redeem(unit, actor, code), 'Voucher redeemed');
  }
}
