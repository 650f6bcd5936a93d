import { Body, Controller, Param, Query } from '@nestjs/common';
import type {
  AdminVouchersQuery,
  CreateVouchersRequest,
  UpdateVoucherRequest,
} from '@casement/proto/http/billing/vouchers.js';
import { voucherRoutes } from '@casement/proto/http/billing/vouchers.routes.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { AdminVouchersService } from './admin-vouchers.service.js';

@Controller()
@AdminOnly()
export class AdminVouchersController {
  constructor(private readonly service: AdminVouchersService) {}

  @Route(voucherRoutes.adminVouchers)
  @KeyScope('admin:read', { insteadOfStepUp: true })
  async list(@Query() query: AdminVouchersQuery) {
    const { rows, ...list } = await this.service.page(query);
    return paged(rows, list, query, 'Vouchers');
  }

  @Route(voucherRoutes.createVouchers)
  async create(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Body() body: CreateVouchersRequest,
  ) {
    return reply(await this.service.create(unit, actor, body), 'Vouchers created');
  }

  @Route(voucherRoutes.updateVoucher)
  async update(@Param('id') id: string, @Body() { enabled }: UpdateVoucherRequest) {
    await this.service.setEnabled(id, enabled);
    return reply(null, 'Voucher updated');
  }

  @Route(voucherRoutes.voucherUses)
  @KeyScope('admin:read', { insteadOfStepUp: true })
  async uses(@Param('id') id: string, @Query() query: PageQuery) {
    const { rows, ...list } = await this.service.uses(id, query);
    return paged(rows, list, query, 'Uses of the voucher');
  }
}
