import { Injectable } from '@nestjs/common';
import type {
  AdminTopupsQuery,
  ResolveReviewRequest,
} from '@casement/proto/http/billing/admin-topups.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import type { RevenueSeries, SeriesUnit } from '@casement/proto/http/series.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import type { PaymentReport } from '../../payment-providers/payment-provider.js';
import { ReconcilerService } from '../reconciler.service.js';
import { Settlement, type Outcome } from '../settlement.js';
import { isBpay, reviewsOf, type TopupEntity } from '../topup.entity.js';
import { topupErrors } from '../topups.errors.js';
import { TopupsRepository } from '../topups.repository.js';
import { AdminTopupsRepository } from './admin-topups.repository.js';

/** Page of top-ups with the names of their users, as far as auth knows them. */
type NamedPage = ListPage<TopupEntity> & { names: Map<string, string> };

/** Top-ups of all users (SPEC §2), and payments that need an administrator. */
@Injectable()
export class AdminTopupsService {
  constructor(
    private readonly db: Database,
    private readonly lists: AdminTopupsRepository,
    private readonly topups: TopupsRepository,
    private readonly reconciler: ReconcilerService,
    private readonly settlement: Settlement,
    private readonly audit: Audit,
    private readonly users: UserDirectory,
  ) {}

  /** Newest first. */
  async page(query: AdminTopupsQuery): Promise<NamedPage> {
    return this.withNames(await this.lists.page(query));
  }

  revenue(unit: SeriesUnit, now: Date): Promise<RevenueSeries> {
    return this.lists.revenue(unit, now);
  }

  /** @throws NOT_FOUND */
  async get(id: string): Promise<{ topup: TopupEntity; creditable: boolean }> {
    const topup = await this.topups.find(id);
    if (!topup) throw topupErrors.unknown();
    return { topup, creditable: await this.settlement.isCreditable(this.db.manager, topup) };
  }

  /**
   * Asks the provider about a top-up and applies the answer.
   *
   * @throws NOT_FOUND, CONFLICT for a Binance Pay order, ProviderUnavailable
   */
  async check(id: string): Promise<{ outcome: Outcome; report: PaymentReport | null }> {
    const { topup } = await this.get(id);
    if (isBpay(topup)) throw topupErrors.notAtProvider();
    const report = await this.reconciler.ask(topup);
    const outcome = await this.db.transaction(async (tx) => {
      const effect = await this.reconciler.settle(tx, id, report);
      await this.audit.record(tx, {
        action: 'topup.checked',
        target: `topup:${id}`,
        after: { provider: report?.status ?? 'unknown', outcome: effect },
      });
      return effect;
    });
    return { outcome, report };
  }

  /**
   * @throws NOT_FOUND, REVIEW_CHANGED, CONFLICT if it was credited or refunded before, or the account was deleted
   */
  async credit(actor: Actor, id: string, { note, review }: ResolveReviewRequest): Promise<void> {
    await this.get(id);
    await this.db.transaction(async (tx) => {
      const topup = await this.topups.lock(tx, id);
      assertSeen(topup, review);
      await this.settlement.creditByHand(tx, topup, { actorId: actor.userId, note });
      await this.audit.record(tx, {
        action: 'topup.credited',
        target: `topup:${id}`,
        before: { status: topup.status, review: reviewsOf(topup).join(',') },
        after: { status: 'PAID', quota: topup.quantity, user: topup.userId, note },
      });
    });
  }

  /** Longest waiting first. */
  async reviews(query: PageQuery): Promise<NamedPage> {
    return this.withNames(await this.lists.pageOfReviews(query));
  }

  /**
   * Removes a payment from the review list until a new report adds it again. The provider is no longer polled about
   * the order, unless the only reason was a report about another transaction.
   *
   * @throws NOT_FOUND if the payment is not waiting for a review, REVIEW_CHANGED
   */
  async resolveReview(id: string, { note, review: seen }: ResolveReviewRequest): Promise<void> {
    await this.db.transaction(async (tx) => {
      const topup = await this.topups.lockReviewed(tx, id);
      if (!topup) throw topupErrors.reviewNotFound();
      assertSeen(topup, seen);
      // After a reference mismatch the order's own transaction may still be paid and its callback may be lost, so
      // polling continues.
      const isSettled = reviewsOf(topup).some((review) => review !== 'reference_mismatch');
      const change = { review: null, reviewSince: null, ...(isSettled && { nextCheckAt: null }) };
      await this.topups.update(tx, id, change);
      await this.audit.record(tx, {
        action: 'topup.review_resolved',
        target: `topup:${id}`,
        before: { review: reviewsOf(topup).join(',') },
        after: { note },
      });
    });
  }

  private async withNames(page: ListPage<TopupEntity>): Promise<NamedPage> {
    return { ...page, names: await this.users.names(page.rows.map(({ userId }) => userId)) };
  }
}

/** @throws REVIEW_CHANGED if the administrator decided without knowing all reasons */
function assertSeen(topup: TopupEntity, seen: string | undefined): void {
  if (seen === undefined) return;
  const known = seen.split(',');
  const added = reviewsOf(topup).filter((review) => !known.includes(review));
  if (added.length > 0) throw topupErrors.reviewChanged(added);
}
