import { Readable } from 'node:stream';
import { Body, Controller, Param, Query, StreamableFile } from '@nestjs/common';
import type {
  UpdateQuotaRequest,
  UpdateQuotaResponse,
} from '@casement/proto/http/billing/quota.js';
import type { LedgerQuery } from '@casement/proto/http/billing/ledger.js';
import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import { AdminOnly, KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { toAdminLedgerItem, toLedgerItem } from './ledger.mapper.js';
import { LedgerService } from './ledger.service.js';
import { LedgerSummaryService } from './ledger-summary.service.js';
import { QuotaService } from './quota.service.js';

const TITLE = 'Quota ledger';

@Controller()
export class LedgerController {
  constructor(
    private readonly ledger: LedgerService,
    private readonly summary: LedgerSummaryService,
    private readonly quota: QuotaService,
  ) {}

  @Route(billingRoutes.ownLedger)
  @KeyScope('quota:read')
  @SignedIn()
  async own(@CurrentActor() actor: Actor, @Query() query: LedgerQuery) {
    if (query.format === 'csv') return this.file(actor.userId);
    if (query.view === 'summary') return this.summaryOf(actor.userId, query);
    const { rows, ...list } = await this.ledger.page(actor.userId, query);
    return paged(rows.map(toLedgerItem), list, query, TITLE);
  }

  /** Also works for deleted users, because their entries are kept. */
  @Route(billingRoutes.userLedger)
  @KeyScope('admin:read')
  @AdminOnly()
  async ofUser(@Param('id') id: string, @Query() query: LedgerQuery) {
    if (query.format === 'csv') return this.file(id);
    if (query.view === 'summary') return this.summaryOf(id, query);
    const { rows, ...list } = await this.ledger.page(id, query);
    const names = await this.quota.administrators(rows.map(({ actorId }) => actorId));
    return paged(rows.map(toAdminLedgerItem(names)), list, query, TITLE);
  }

  @Route(billingRoutes.updateQuota)
  @KeyScope('admin:quota', { insteadOfStepUp: true })
  @AdminOnly()
  async updateQuota(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: UpdateQuotaRequest,
  ) {
    const newQuota = await this.quota.update(unit, actor, id, body);
    return reply({ newQuota } satisfies UpdateQuotaResponse, 'Quota updated successfully');
  }

  private async summaryOf(userId: string, query: LedgerQuery) {
    const { rows, ...list } = await this.summary.page(userId, query);
    return paged(rows, list, query, TITLE);
  }

  private file(userId: string): StreamableFile {
    return new StreamableFile(Readable.from(this.ledger.csv(userId)), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="quota-ledger.csv"',
    });
  }
}
