import { Body, Controller, Headers, Param, Query } from '@nestjs/common';
import type {
  CreateTopupRequest,
  TopupHistoryQuery,
  TopupQuoteRequest,
} from '@casement/proto/http/billing/topups.js';
import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { VoucherQuotesService } from '../vouchers/voucher-quotes.service.js';
import { toCreatedTopup, toHistoryItem, toOwnTopup, toQuoteResponse } from './topups.mapper.js';
import { TopupsService } from './topups.service.js';

@Controller()
@SignedIn()
export class TopupsController {
  constructor(
    private readonly service: TopupsService,
    private readonly quotes: VoucherQuotesService,
  ) {}

  @Route(billingRoutes.calculateTopup)
  @KeyScope('topups:read')
  async calculate(@CurrentActor() actor: Actor, @Body() body: TopupQuoteRequest) {
    return reply(toQuoteResponse(await this.quotes.preview(actor, body)), 'Price calculated');
  }

  @Route(billingRoutes.createTopup)
  @KeyScope('topups:write')
  async create(
    @CurrentActor() actor: Actor,
    @Body() body: CreateTopupRequest,
    @Headers('idempotency-key') key?: string,
  ) {
    const topup = await this.service.create(actor, body, key);
    return reply(toCreatedTopup(topup), 'Payment created');
  }

  @Route(billingRoutes.topupHistory)
  @KeyScope('topups:read')
  async history(@CurrentActor() actor: Actor, @Query() query: TopupHistoryQuery) {
    const { rows, ...list } = await this.service.history(actor, query);
    return paged(rows.map(toHistoryItem), list, query, 'Top-up history');
  }

  /** Declared last, because its path pattern would match the fixed paths below /user/topup. */
  @Route(billingRoutes.ownTopup)
  @KeyScope('topups:read')
  async own(@CurrentActor() actor: Actor, @Param('reference') reference: string) {
    return reply(toOwnTopup(await this.service.own(actor, reference)), 'Top-up');
  }
}
