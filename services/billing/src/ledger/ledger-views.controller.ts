import { Readable } from 'node:stream';
import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { ledgerItem, ledgerQuery, type LedgerQuery } from '@casement/proto/http/billing.js';
import { userId } from '@casement/proto/http/envelope.js';
import { AdminOnly, SignedIn } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { paged } from '@casement/common/http/reply.js';
import { LedgerViewsService } from './ledger-views.service.js';
import { toLedgerItem } from './ledger.mapper.js';

@Controller()
export class LedgerViewsController {
  constructor(private readonly service: LedgerViewsService) {}

  @Get('user/quota/ledger')
  @Answers(ledgerItem, { paged: true, or: 'text/csv' })
  @SignedIn()
  own(@CurrentActor() actor: Actor, @Query({ schema: ledgerQuery }) query: LedgerQuery) {
    return this.show(actor.userId, query);
  }

  /** Also of a deleted user: the books stay. */
  @Get('admin/users/:id/quota/ledger')
  @Answers(ledgerItem, { paged: true, or: 'text/csv' })
  @AdminOnly()
  ofUser(
    @Param('id', { schema: userId }) id: string,
    @Query({ schema: ledgerQuery }) query: LedgerQuery,
  ) {
    return this.show(id, query);
  }

  private async show(userId: string, query: LedgerQuery) {
    if (query.format === 'csv') {
      return new StreamableFile(Readable.from(this.service.csv(userId)), {
        type: 'text/csv; charset=utf-8',
        disposition: 'attachment; filename="quota-ledger.csv"',
      });
    }
    const { rows, total } = await this.service.page(userId, query);
    return paged(rows.map(toLedgerItem), total, query, 'Quota ledger');
  }
}
