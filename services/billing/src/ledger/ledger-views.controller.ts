import { Readable } from 'node:stream';
import { Controller, Param, Query, StreamableFile } from '@nestjs/common';
import type { LedgerQuery } from '@casement/proto/http/billing.js';
import { billingRoutes } from '@casement/proto/http/billing.routes.js';
import { AdminOnly, SignedIn } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { paged } from '@casement/common/http/reply.js';
import { Route } from '@casement/common/http/route.decorator.js';
import { LedgerViewsService } from './ledger-views.service.js';
import { toAdminLedgerItem, toLedgerItem } from './ledger.mapper.js';

@Controller()
export class LedgerViewsController {
  constructor(private readonly service: LedgerViewsService) {}

  @Route(billingRoutes.ownLedger)
  @SignedIn()
  own(@CurrentActor() actor: Actor, @Query() query: LedgerQuery) {
    return this.show(actor.userId, query, toLedgerItem);
  }

  /** Also of a deleted user: the books stay. */
  @Route(billingRoutes.userLedger)
  @AdminOnly()
  ofUser(@Param('id') id: string, @Query() query: LedgerQuery) {
    return this.show(id, query, toAdminLedgerItem);
  }

  private async show(userId: string, query: LedgerQuery, toItem: typeof toLedgerItem) {
    if (query.format === 'csv') {
      return new StreamableFile(Readable.from(this.service.csv(userId)), {
        type: 'text/csv; charset=utf-8',
        disposition: 'attachment; filename="quota-ledger.csv"',
      });
    }
    const { rows, total } = await this.service.page(userId, query);
    return paged(rows.map(toItem), { total }, query, 'Quota ledger');
  }
}
