import { Body, Controller, Param } from '@nestjs/common';
import type {
  AdminTopupDetails,
  CheckedTopup,
  ResolveReviewRequest,
} from '@casement/proto/http/billing/admin-topups.js';
import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { AdminOnly } from '@casement/common/platform/auth/access.decorators.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import { CallbacksService } from '../callbacks/callbacks.service.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { AdminTopupsService } from '../topups/admin/admin-topups.service.js';
import { RefundsService, toTopupRefund } from '../topups/refunds/refunds.service.js';
import { ledgerSourcesOf } from '../topups/settlement.js';
import { toAdminTopup, toTopupState } from '../topups/topups.mapper.js';

/** Details of a top-up with its callbacks and quota movements, and the administrators' actions on it. */
@Controller()
@AdminOnly()
export class TopupDetailsController {
  constructor(
    private readonly topups: AdminTopupsService,
    private readonly callbacks: CallbacksService,
    private readonly refunds: RefundsService,
    private readonly ledger: LedgerService,
    private readonly users: UserDirectory,
  ) {}

  @Route(billingRoutes.adminTopupDetails)
  async details(@Param('id') id: string) {
    const { topup, creditable } = await this.topups.get(id);
    const refund = await this.refunds.find(id);
    const [callbacks, movements, refund_options] = await Promise.all([
      this.callbacks.ofTopup(id),
      this.ledger.ofSources(ledgerSourcesOf(id, refund)),
      this.refunds.options(topup, refund),
    ]);
    const actors = [...movements, ...(refund ? [refund] : [])].flatMap(
      ({ actorId }) => actorId ?? [],
    );
    const names = await this.users.names([topup.userId, ...actors]);
    const details: AdminTopupDetails = {
      ...toAdminTopup(topup, names),
      ...toTopupState(topup),
      creditable,
      refund: refund && toTopupRefund(topup, refund, names),
      refund_options,
      movements: movements.map(({ amount, actorId, note, createdAt }) => ({
        amount,
        actor_id: actorId,
        actor_name: names.get(actorId ?? '') ?? null,
        note,
        created_at: createdAt.toISOString(),
      })),
      callbacks,
    };
    return reply(details, 'Top-up');
  }

  @Route(billingRoutes.checkTopup)
  async check(@Param('id') id: string) {
    const { outcome, report } = await this.topups.check(id);
    const checked: CheckedTopup = {
      outcome,
      provider: report && JSON.stringify(report.raw, null, 2),
    };
    return reply(checked, 'Checked with the provider');
  }

  @Route(billingRoutes.creditTopup)
  async credit(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: ResolveReviewRequest,
  ) {
    await this.topups.credit(actor, id, body);
    return reply(null, 'Top-up credited');
  }
}
