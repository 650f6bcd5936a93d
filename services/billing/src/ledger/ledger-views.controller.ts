import { Readable } from 'node:stream';
import { Controller, Param, Query, StreamableFile } from '@nestjs/common';
import type { LedgerQuery } from '@casement/proto/http/ledger.js';
import { billingRoutes } from '@casement/proto/http/billing.routes.js';
import { AdminOnly, KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { paged } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { LedgerViewsService } from './ledger-views.service.js';
import { toAdminLedgerItem, toLedgerItem } from './ledger.mapper.js';

const TITLE = 'Quota ledger';

@Controller()
export class LedgerViewsController {
  constructor(private readonly service: LedgerViewsService) {}

  @Route(billingRoutes.ownLedger)
  @KeyScope('quota:read')
  @SignedIn()
  async own(@CurrentActor() actor: Actor, @Query() query: LedgerQuery) {
    if (query.format === 'csv') return this.file(actor.userId);
    const { rows, ...list } = await this.service.page(actor.userId, query);
    return paged(rows.map(toLedgerItem), list, query, TITLE);
  }

  /** Also of a deleted user: the books stay. */
  @Route(billingRoutes.userLedger)
  @KeyScope('admin:read')
  @AdminOnly()
  async ofUser(@Param('id') id: string, @Query() query: LedgerQuery) {
    if (query.format === 'csv') return this.file(id);
    const { rows, ...list } = await this.service.page(id, query);
    const names = await this.service.administrators(rows);
    return paged(rows.map(toAdminLedgerItem(names)), list, query, TITLE);
  }

  private file(userId: string): StreamableFile {
    return new StreamableFile(Readable.from(this.service.csv(userId)), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="quota-ledger.csv"',
    });
  }
}
